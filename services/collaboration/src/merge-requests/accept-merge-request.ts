import { ForgeError, type Parameters } from '@forgemesh/kit';
import {
  MergeRequestServiceService,
  type AcceptMergeRequestRequest,
} from '@forgemesh/proto/collaboration/v1/merge_request';
import type { BuildMergeResponse } from '@forgemesh/proto/repository/v1/merge';
import { operation, type CollaborationCall } from '../operation';
import { assertMergeable } from './assert-mergeable';
import { changeMergeRequest } from './change-merge-request';
import { closingReferences, refreshClosing } from './closing-issues';
import { answerMergeRequest, findMergeRequest, refreshFor } from './find-merge-request';
import { mergeMessage } from './merge-message';
import type { MergeRequestDocument } from './merge-request.model';
import { mergeSettingsOf, sidesOf } from './merge-settings';
import type { Standing } from './refresh-merge-request';
import { removeSourceBranch } from './remove-source-branch';
import { markMerged, markUnmerged } from './settle-merge';

type Request = Parameters<AcceptMergeRequestRequest>;

/** Merges. The merge is written and stored before the branch moves; whoever finds it stored after a crash looks at the branch. */
export const acceptMergeRequest = operation(MergeRequestServiceService.acceptMergeRequest, async (asked, call) => {
  const found = await findMergeRequest(call, asked.merge_request_iid);
  // A repeated write gets the answer of the first.
  if (call.operationId !== undefined && found.accepted_by === call.operationId && found.state === 'merged')
    return answerMergeRequest(call, found);
  const standing = await refreshFor(call, found);
  await assertMergeable(call, found, standing, asked.sha);
  const built = await buildFor(call, standing, asked);
  if (built.commit_sha === undefined) throw new ForgeError('not_acceptable', 'Branch cannot be merged');
  const locked = await lock(call, standing, { ...built, commit_sha: built.commit_sha }, asked);
  const merged = await applyFor(call, locked);
  if (merged.state === 'merged') await removeSourceBranch(call, merged);
  return answerMergeRequest(call, merged);
});

async function buildFor(
  { deps }: CollaborationCall,
  { request, facts, settings }: Standing,
  asked: Request,
): Promise<BuildMergeResponse> {
  const sides = await sidesOf(deps, request, await mergeSettingsOf(deps, [request.project_id]));
  const closing = await closingReferences(deps, await refreshClosing(deps, request));
  return deps.clients.merges.buildMerge({
    target: sides.target,
    target_sha: facts.target_sha ?? '',
    source_sha: request.head_sha ?? '',
    method: settings?.merge_method ?? 'merge',
    message: asked.merge_commit_message ?? mergeMessage(request, sides.target.full_path, closing),
    squash: request.squash || asked.squash === true,
    squash_message: asked.squash_commit_message ?? '',
    squash_title: request.title,
    author_id: request.author_id,
  });
}

/** Stores what is about to happen; from here on nobody else merges or changes the branches of the request. */
async function lock(
  { deps, principal, operationId }: CollaborationCall,
  { request, facts }: Standing,
  built: BuildMergeResponse & { commit_sha: string },
  asked: Request,
): Promise<MergeRequestDocument> {
  const pending = {
    target_sha: facts.target_sha ?? '',
    commit_sha: built.commit_sha,
    merge_commit_sha: built.merge_commit_sha ?? null,
    squash_commit_sha: built.squash_commit_sha ?? null,
    user_id: principal.id,
    at: new Date(),
  };
  const locked = await changeMergeRequest(deps, request._id, principal.id, (current) => {
    if (current.state !== 'opened' || !isSameVersion(current, request)) return null;
    const wish = asked.should_remove_source_branch;
    return {
      set: {
        state: 'locked',
        pending_merge: pending,
        ...(operationId !== undefined && { accepted_by: operationId }),
        ...(asked.squash === true && { squash: true }),
        merge_params: {
          ...current.merge_params,
          ...(wish !== undefined && { should_remove_source_branch: wish }),
        },
      },
    };
  });
  if (locked?.pending_merge?.commit_sha !== built.commit_sha) throw new ForgeError('method_not_allowed');
  return locked;
}

/** Whether what was approved and built is still what would be merged. */
function isSameVersion(
  current: MergeRequestDocument,
  { version_number, target_branch }: MergeRequestDocument,
): boolean {
  return current.version_number === version_number && current.target_branch === target_branch;
}

/** Moves the target, and says what came of it. */
async function applyFor(call: CollaborationCall, locked: MergeRequestDocument): Promise<MergeRequestDocument> {
  const { deps } = call;
  const { level, archived, default_branch } = call.resource('id');
  const { target } = await sidesOf(deps, locked, await mergeSettingsOf(deps, [locked.project_id]));
  const { applied, refusal } = await deps.clients.merges.applyMerge({
    target,
    target_sha: locked.pending_merge?.target_sha ?? '',
    commit_sha: locked.pending_merge?.commit_sha ?? '',
    subject: { level, archived, default_branch },
    iid: locked.iid,
  });
  if (applied) return (await markMerged(deps, locked)) ?? locked;
  const why = refusal
    ? `Something went wrong during merge pre-receive hook. ${refusal}`
    : 'Branch has been updated since the merge was requested. Please review the changes.';
  return (await markUnmerged(deps, locked, why)) ?? locked;
}

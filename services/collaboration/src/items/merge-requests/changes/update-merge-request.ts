import { DEVELOPER } from '@forgemesh/access';
import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { Parameters, Call } from '@forgemesh/rpc';
import { type UpdateMergeRequestRequest } from '@forgemesh/proto/collaboration/v1/merge_request';
import { projectScope, relabelling } from '#planning/labels';
import { assertTexts } from '#texts';
import { canAdminMergeRequests, canUpdateMergeRequest } from '#access';
import { assertBranches, assertNoDuplicate } from './assert-branches';
import { changeMergeRequest, type MergeRequestSet } from './change-merge-request';
import { withoutAutoMerge } from '../diffs/compare-branches';
import { administeredAttributes, type AttributesRequest } from './merge-request-attributes';
import type { MergeRequestDocument } from '#items/model';
import { mergeSettingsOfOne, sidesOf, subjectOfSource } from '../merging/merge-settings';
import { isSquashed } from '../merging/squash';
import type { MergeRequestChangesDeps } from '../deps';

type Request = Partial<Omit<Parameters<UpdateMergeRequestRequest>, 'attributes'>> & {
  attributes?: AttributesRequest | undefined;
};

/**
 * Changes a merge request according to a request. Throws ForbiddenError if the caller may not;
 * fields that they may not set are ignored.
 */
export async function updateMergeRequest(
  call: Call<MergeRequestChangesDeps>,
  found: MergeRequestDocument,
  request: Request,
): Promise<MergeRequestDocument> {
  const { deps, principal } = call;
  const project = call.resource('id');
  if (!canUpdateMergeRequest(found, project, principal)) throw new ForbiddenError();
  const attributes = await withProjectSquash(
    call,
    found,
    await withAllowedCollaboration(call, found, request.attributes ?? {}),
  );
  const title = request.title?.trim();
  assertTexts({ title, description: attributes.description });
  const { target_branch } = request;
  const event = await applicableEvent(deps, found, request.state_event);
  await assertNewBranches(call, found, { target_branch, event });
  const administered = await administeredAttributes(call, project, attributes, found);
  const isAdmin = canAdminMergeRequests(project);
  const relabel = await relabelling(call, projectScope(call), isAdmin ? request : {}, found.label_ids);
  const changed = await changeMergeRequest(deps, found._id, principal.id, (current) => {
    const branches = {
      ...stateOf(current, event, principal.id),
      ...targetOf(current, target_branch),
    };
    const reason = current.merge_when_pipeline_succeeds ? reasonToAbort(branches) : undefined;
    return {
      ...(reason !== undefined && { auto_merge: { aborted: reason } }),
      set: {
        ...branches,
        ...(reason !== undefined && withoutAutoMerge),
        ...(title !== undefined && { title }),
        ...ownFields(current, attributes),
        ...administered,
        ...relabel(current.label_ids, administered.label_ids),
        ...(isAdmin && request.discussion_locked !== undefined && { discussion_locked: request.discussion_locked }),
      },
    };
  });
  if (!changed) throw new NotFoundError('Merge Request');
  return changed;
}

/** Validates the new branches of an open request. */
async function assertNewBranches(
  call: Call<MergeRequestChangesDeps>,
  found: MergeRequestDocument,
  { target_branch, event }: { target_branch: string | undefined; event: string | undefined },
): Promise<void> {
  const staysOpen = found.state === 'opened' && event !== 'close';
  if (!(staysOpen && target_branch !== undefined) && event !== 'reopen') return;
  const next = { ...found, target_branch: target_branch ?? found.target_branch };
  await assertBranches(call.deps, next);
  await assertNoDuplicate(call.deps, next);
}

/**
 * The requested state event; undefined if the request cannot be reopened because its source no
 * longer exists. It stays unchanged then, as an open one does.
 */
async function applicableEvent(
  deps: MergeRequestChangesDeps,
  found: MergeRequestDocument,
  event: string | undefined,
): Promise<string | undefined> {
  const isPossible = event !== 'reopen' || found.state !== 'closed' || (await hasSource(deps, found));
  return isPossible ? event : undefined;
}

/** Whether the project and the branch of the source exist. */
async function hasSource(deps: MergeRequestChangesDeps, request: MergeRequestDocument): Promise<boolean> {
  // The repository of a deleted project may still exist for a while.
  if (!(await mergeSettingsOfOne(deps, request.source_project_id))) return false;
  const sides = await sidesOf(deps, request);
  const tips = { ...sides, tips_only: true, branches_only: true };
  const { source_sha: tip } = await deps.clients.merges.prepareMerge(tips, { storage: sides.target.storage });
  return tip !== undefined;
}

/** The fields that closing or reopening sets; empty if the state does not change. */
function stateOf({ state }: MergeRequestDocument, event: string | undefined, actor: number): MergeRequestSet {
  if (event === 'close' && state === 'opened') return { state: 'closed', closed_at: new Date(), closed_by_id: actor };
  if (event !== 'reopen' || state !== 'closed') return {};
  return { state: 'opened', closed_at: null, closed_by_id: null, merge_status: 'unchecked' };
}

/** Only users who may push to the source branch may allow others to do so. */
async function withAllowedCollaboration(
  call: Call<MergeRequestChangesDeps>,
  found: MergeRequestDocument,
  { allow_collaboration: allows, ...attributes }: AttributesRequest,
): Promise<AttributesRequest> {
  if (allows === undefined) return attributes;
  const { level, archived } = await subjectOfSource(call, found);
  return level >= DEVELOPER && !archived ? { ...attributes, allow_collaboration: allows } : attributes;
}

/** The project may decide whether merges squash commits. */
async function withProjectSquash(
  { deps }: Call<MergeRequestChangesDeps>,
  { project_id }: MergeRequestDocument,
  { squash, ...attributes }: AttributesRequest,
): Promise<AttributesRequest> {
  if (squash === undefined) return attributes;
  return { ...attributes, squash: isSquashed(await mergeSettingsOfOne(deps, project_id), squash) };
}

/** The fields that the author may set. */
function ownFields(current: MergeRequestDocument, attributes: AttributesRequest): MergeRequestSet {
  const { description, squash, remove_source_branch: remove, allow_collaboration } = attributes;
  return {
    ...(description !== undefined && { description }),
    ...(squash !== undefined && { squash }),
    ...(allow_collaboration !== undefined && { allow_collaboration }),
    ...(remove !== undefined && { merge_params: { ...current.merge_params, force_remove_source_branch: remove } }),
  };
}

/**
 * A new target branch is compared in a version of its own, which invalidates approvals; if the
 * branch does not exist yet, later.
 */
function targetOf({ target_branch, state }: MergeRequestDocument, requested: string | undefined): MergeRequestSet {
  if (requested === undefined || requested === target_branch || state === 'merged' || state === 'locked') return {};
  return { target_branch: requested, merge_status: 'unchecked', version_target: null };
}

/** The reason to cancel an automatic merge; undefined if it stays scheduled. */
function reasonToAbort({ state, target_branch: target }: MergeRequestSet): string | undefined {
  if (state === 'closed') return 'merge request was closed';
  return target === undefined ? undefined : 'target branch was changed';
}

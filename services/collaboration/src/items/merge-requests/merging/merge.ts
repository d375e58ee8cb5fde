/**
 * Merges a request. The merge is written and stored before the branch moves, so that the branch
 * shows the outcome after a crash.
 */
import { ForgeError } from '@forgemesh/errors';
import type { Principal } from '@forgemesh/telemetry';
import type { BuildMergeResponse, MergeSubject } from '@forgemesh/proto/repository/v1/merge';
import { actingUser } from '#access';
import { changeMergeRequest } from '../changes/change-merge-request';
import { closingReferences, refreshClosing } from '../closing-issues';
import { mergeMessage } from './merge-message';
import type { MergeRequestDocument } from '#items/model';
import { mergeSubject, sidesOf } from './merge-settings';
import type { MergeContext } from '../diffs/refresh-merge-request';
import { removeSourceBranch } from './remove-source-branch';
import { isSquashed } from './squash';
import { markMerged, markUnmerged } from './finalize-merge';
import type { MergeRequestChangesDeps } from '../deps';

/** Options of a merge. */
export interface MergeOptions {
  merge_commit_message?: string | null | undefined;
  squash_commit_message?: string | null | undefined;
  should_remove_source_branch?: boolean | null | undefined;
  squash?: boolean | undefined;
}

/** The merging user. */
export interface MergingUser {
  user: Pick<Principal, 'id'>;
  /** Rights on the target project. */
  rights: MergeSubject;
  /** Operation id of the write that requests it. */
  operation_id?: string | undefined;
}

/**
 * Merges a mergeable request. If the merge fails at the last step, the result is an open request
 * with `merge_error`.
 */
export async function merge(
  deps: MergeRequestChangesDeps,
  merger: MergingUser,
  context: MergeContext,
  options: MergeOptions,
): Promise<MergeRequestDocument> {
  const built = await build(deps, context, options);
  if (built.commit_sha === undefined) throw new ForgeError('not_acceptable', 'Branch cannot be merged');
  const locked = await lock(deps, merger, context, { ...built, commit_sha: built.commit_sha }, options);
  return finishMerge(deps, merger, locked, (lost) => rebuild(deps, { ...context, request: lost }, options));
}

/** Builds the lost commits of a pending merge again and stores them; null if that is impossible. */
type Rebuild = (locked: MergeRequestDocument) => Promise<MergeRequestDocument | null>;

/**
 * Completes a stored merge. Idempotent, also when run concurrently. Without `rebuild`, a merge
 * whose commits were lost fails.
 */
export async function finishMerge(
  deps: MergeRequestChangesDeps,
  merger: MergingUser,
  request: MergeRequestDocument,
  rebuild?: Rebuild,
): Promise<MergeRequestDocument> {
  const merged = request.state === 'locked' ? await apply(deps, merger, request, rebuild) : request;
  if (merged.state === 'merged') await removeSourceBranch(deps, merger.user.id, merged);
  return merged;
}

async function build(
  deps: MergeRequestChangesDeps,
  { request, facts, settings }: MergeContext,
  options: MergeOptions,
): Promise<BuildMergeResponse> {
  const sides = await sidesOf(deps, request);
  const closing = await closingReferences(deps, await refreshClosing(deps, request));
  return deps.clients.merges.buildMerge(
    {
      target: sides.target,
      target_sha: facts.target_sha ?? '',
      source_sha: request.head_sha ?? '',
      method: settings?.merge_method ?? 'merge',
      message: options.merge_commit_message ?? mergeMessage(request, sides.target.full_path, closing),
      squash: isSquashed(settings, request.squash || options.squash === true),
      squash_message: options.squash_commit_message ?? '',
      squash_title: request.title,
      author_id: request.author_id,
      acting_user: actingUser()?.user,
    },
    { storage: sides.target.storage },
  );
}

async function rebuild(
  deps: MergeRequestChangesDeps,
  context: MergeContext,
  options: MergeOptions,
): Promise<MergeRequestDocument | null> {
  const { _id: id, pending_merge: lost } = context.request;
  const { commit_sha, merge_commit_sha, squash_commit_sha } = await build(deps, context, options);
  if (commit_sha === undefined || !lost) return null;
  const pending = {
    ...lost,
    commit_sha,
    merge_commit_sha: merge_commit_sha ?? null,
    squash_commit_sha: squash_commit_sha ?? null,
  };
  const changed = await changeMergeRequest(deps, id, lost.user_id, (current) => {
    const isSame = current.state === 'locked' && current.pending_merge?.commit_sha === lost.commit_sha;
    return isSame ? { set: { pending_merge: pending } } : null;
  });
  return changed?.pending_merge?.commit_sha === commit_sha ? changed : null;
}

/**
 * Stores the pending merge; from here on, other merges and branch changes of the request are
 * refused.
 */
async function lock(
  deps: MergeRequestChangesDeps,
  { user, operation_id }: MergingUser,
  { request, facts, settings }: MergeContext,
  built: BuildMergeResponse & { commit_sha: string },
  options: MergeOptions,
): Promise<MergeRequestDocument> {
  const pending = {
    target_sha: facts.target_sha ?? '',
    commit_sha: built.commit_sha,
    merge_commit_sha: built.merge_commit_sha ?? null,
    squash_commit_sha: built.squash_commit_sha ?? null,
    user_id: user.id,
    at: new Date(),
  };
  const locked = await changeMergeRequest(deps, request._id, user.id, (current) => {
    if (current.state !== 'opened' || !isSameVersion(current, request)) return null;
    const removes = options.should_remove_source_branch;
    return {
      set: {
        state: 'locked',
        pending_merge: pending,
        ...(operation_id !== undefined && { accepted_by: operation_id }),
        squash: isSquashed(settings, current.squash || options.squash === true),
        merge_params: {
          ...current.merge_params,
          ...(removes !== undefined && { should_remove_source_branch: removes }),
        },
      },
    };
  });
  if (locked?.pending_merge?.commit_sha !== built.commit_sha) throw new ForgeError('method_not_allowed');
  return locked;
}

/** Whether the version that was approved and built is still current. */
function isSameVersion(
  current: MergeRequestDocument,
  { version_number, target_branch }: MergeRequestDocument,
): boolean {
  return current.version_number === version_number && current.target_branch === target_branch;
}

/** Moves the target branch, and stores the outcome. */
async function apply(
  deps: MergeRequestChangesDeps,
  merger: MergingUser,
  locked: MergeRequestDocument,
  rebuild?: Rebuild,
): Promise<MergeRequestDocument> {
  const { target } = await sidesOf(deps, locked);
  const { applied, refusal, lost } = await deps.clients.merges.applyMerge(
    {
      target,
      target_sha: locked.pending_merge?.target_sha ?? '',
      commit_sha: locked.pending_merge?.commit_sha ?? '',
      subject: mergeSubject(merger.rights),
      iid: locked.iid,
      acting_user: actingUser()?.user,
    },
    { storage: target.storage },
  );
  if (applied) return (await markMerged(deps, locked)) ?? locked;
  const rebuilt = lost ? await rebuild?.(locked) : undefined;
  if (rebuilt) return apply(deps, merger, rebuilt);
  const mergeError = refusal
    ? `Something went wrong during merge pre-receive hook. ${refusal}`
    : 'Branch has been updated since the merge was requested. Please review the changes.';
  return (await markUnmerged(deps, locked, mergeError)) ?? locked;
}

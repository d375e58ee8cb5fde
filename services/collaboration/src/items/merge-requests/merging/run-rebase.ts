/**
 * Runs a rebase: new commits are written and stored in the request before the branch moves, so that
 * a retry can continue.
 */
import { isForgeError } from '@forgemesh/errors';
import type { MergeSubject } from '@forgemesh/proto/repository/v1/merge';
import type { BuildRebaseResponse } from '@forgemesh/proto/repository/v1/rebase';
import { actingUser, onBehalfOf, rightsOnProject } from '#access';
import type { MergeRequestDocument, PendingRebase } from '#items/model';
import { mergeSubject, sidesOf } from './merge-settings';
import { refreshMergeRequest } from '../diffs/refresh-merge-request';
import type { MergeRequestChangesDeps } from '../deps';

/** A rebase that has not finished within this time has failed. */
const MAX_REBASE_MS = 600_000;
/** Timeout of the repository service for building the commits. */
const MAX_BUILD_MS = 300_000;
const FAILED = 'Rebase failed. Please rebase locally';

/** Whether a rebase is in progress. */
export function isRebasing({ pending_rebase: rebase }: Pick<MergeRequestDocument, 'pending_rebase'>): boolean {
  return rebase ? Date.now() - rebase.at.getTime() < MAX_REBASE_MS : false;
}

/**
 * Runs the pending rebase of a merge request. Idempotent. Throws only if a service is unavailable:
 * then the event is redelivered.
 */
export async function runRebase(deps: MergeRequestChangesDeps, id: number): Promise<void> {
  const request = await deps.items.mergeRequests.find(id);
  const rebase = request?.pending_rebase;
  if (!request || !rebase) return;
  if (!isRebasing(request)) return endRebase(deps, id, rebase, FAILED);
  try {
    const problem = await onBehalfOf(deps, rebase, async (user) => {
      if (request.state !== 'opened') return '';
      const source = await rightsOnProject(deps, user, request.source_project_id);
      return source ? rebaseAs(deps, request, rebase, source) : FAILED;
    });
    await endRebase(deps, id, rebase, problem ?? FAILED);
  } catch (error) {
    if (isForgeError(error) && error.reason === 'unavailable') throw error;
    deps.log.warn({ err: error, merge_request_id: id }, 'rebase failed');
    await endRebase(deps, id, rebase, FAILED);
  }
}

/** Returns the error of a failed rebase; empty if it succeeded. */
async function rebaseAs(
  deps: MergeRequestChangesDeps,
  request: MergeRequestDocument,
  rebase: PendingRebase,
  subject: MergeSubject,
): Promise<string> {
  const { target, source } = await sidesOf(deps, request);
  const { rebases } = deps.clients;
  const { source_sha } = rebase;
  const { storage } = source;
  const acting_user = actingUser()?.user;
  const build = (): Promise<BuildRebaseResponse> =>
    rebases.buildRebase({ target, source, source_sha, acting_user }, { storage, timeoutMs: MAX_BUILD_MS });
  const built = rebase.commit_sha ?? (await build()).commit_sha;
  if (built === undefined) return FAILED;
  const commitSha = built === source_sha ? undefined : await storeRebaseCommit(deps, request._id, rebase, built);
  if (commitSha === undefined) return '';
  const { applied, refusal } = await rebases.applyRebase(
    { source, source_sha, commit_sha: commitSha, skip_ci: rebase.skip_ci, subject: mergeSubject(subject), acting_user },
    { storage },
  );
  if (applied) await refreshMergeRequest(deps, request, { actor: rebase.user_id });
  if (applied) return '';
  return refusal ? `Something went wrong during the rebase pre-receive hook. ${refusal}` : FAILED;
}

/**
 * Stores the commit that the branch will move to; the first one stored wins. Returns undefined if
 * the rebase is no longer pending.
 */
async function storeRebaseCommit(
  deps: MergeRequestChangesDeps,
  id: number,
  { id: rebaseId }: PendingRebase,
  sha: string,
): Promise<string | undefined> {
  const changed = await deps.items.mergeRequests.mutate(id, ({ state, pending_rebase: current }) =>
    state === 'opened' && current?.id === rebaseId && current.commit_sha === null
      ? { set: { pending_rebase: { ...current, commit_sha: sha } } }
      : null,
  );
  const stored = changed?.pending_rebase;
  return stored?.id === rebaseId ? (stored.commit_sha ?? undefined) : undefined;
}

async function endRebase(
  deps: MergeRequestChangesDeps,
  id: number,
  { id: rebaseId }: PendingRebase,
  problem: string,
): Promise<void> {
  await deps.items.mergeRequests.mutate(id, ({ pending_rebase: current }) =>
    current?.id === rebaseId
      ? { set: { pending_rebase: null, ...(problem !== '' && { merge_error: problem }) } }
      : null,
  );
}

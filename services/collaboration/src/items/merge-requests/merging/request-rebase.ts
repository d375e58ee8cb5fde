import type { Call } from '@forgemesh/rpc';
import { randomUUID } from 'node:crypto';
import { ConflictError, ForbiddenError } from '@forgemesh/errors';
import { refreshFor } from '../find-merge-request';
import type { MergeRequestDocument } from '#items/model';
import { isRebasing } from './run-rebase';
import { subjectOfSource } from './merge-settings';
import type { MergeRequestChangesDeps } from '../deps';

/**
 * Requests the rebase of the given merge request. The consumer of the published event runs it, so
 * that it survives crashes.
 */
export async function requestRebase(
  call: Call<MergeRequestChangesDeps>,
  found: MergeRequestDocument,
  skip_ci: boolean,
): Promise<{ rebase_in_progress: boolean }> {
  const { deps, principal, context, operationId = randomUUID() } = call;
  const accepted = { rebase_in_progress: true };
  // A repeated write gets the response of the first one.
  if (found.pending_rebase?.id === operationId) return accepted;
  const { facts } = await refreshFor(call, found, { source_subject: await subjectOfSource(call, found) });
  if (facts.source_sha === undefined) throw new ForbiddenError('Source branch does not exist');
  if (!facts.may_push_source) throw new ForbiddenError('Cannot push to source branch');
  const rebase = {
    id: operationId,
    user_id: principal.id,
    tier: context.tier,
    skip_ci,
    source_sha: facts.source_sha,
    commit_sha: null,
    at: new Date(),
  };
  const event = { type: 'collaboration.merge_request.rebase_requested' as const, actor: principal.id };
  const changed = await deps.items.mergeRequests.mutate(found._id, (current) => {
    if (current.state !== 'opened' || isRebasing(current)) return null;
    return { set: { pending_rebase: rebase, merge_error: null }, events: [event] };
  });
  if (changed?.pending_rebase?.id !== operationId) throw new ConflictError('409 Conflict: Resource lock');
  return accepted;
}

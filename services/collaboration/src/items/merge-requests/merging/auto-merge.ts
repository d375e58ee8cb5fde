/** Automatic merges, which wait for a pipeline. */
import type { Call } from '@forgemesh/rpc';
import { ForgeError, isForgeError } from '@forgemesh/errors';
import { onBehalfOf, rightsOnProject } from '#access';
import { assertMergeable } from './assert-mergeable';
import { changeMergeRequest } from '../changes/change-merge-request';
import { withoutAutoMerge } from '../diffs/compare-branches';
import { merge, type MergeOptions } from './merge';
import type { MergeRequestDocument } from '#items/model';
import { mergeSettingsOfOne, mergeSubject } from './merge-settings';
import { refreshMergeRequest } from '../diffs/refresh-merge-request';
import type { MergeRequestChangesDeps, MergeRequestListsDeps } from '../deps';

/** Schedules the merge of a request for when the pipeline of its newest commit succeeds. */
export async function scheduleMerge(
  { deps, principal, context }: Call<MergeRequestChangesDeps>,
  request: MergeRequestDocument,
  options: MergeOptions,
): Promise<MergeRequestDocument> {
  const scheduled = await changeMergeRequest(deps, request._id, principal.id, (current) => {
    if (current.state !== 'opened' || current.head_sha !== request.head_sha) return null;
    return {
      set: {
        merge_when_pipeline_succeeds: true,
        merge_user_id: principal.id,
        merge_user_tier: context.tier,
        ...(options.squash === true && { squash: true }),
        merge_params: {
          ...current.merge_params,
          should_remove_source_branch: options.should_remove_source_branch ?? null,
          merge_commit_message: options.merge_commit_message ?? null,
          squash_commit_message: options.squash_commit_message ?? null,
        },
      },
      ...(!current.merge_when_pipeline_succeeds && { auto_merge: { enabled: current.head_sha ?? '' } }),
    };
  });
  if (!scheduled?.merge_when_pipeline_succeeds) throw new ForgeError('method_not_allowed');
  return scheduled;
}

/**
 * Merges a request whose pipeline succeeded, in the name and with the current rights of the user
 * who scheduled it. Returns null if there is nothing to do, or a locked request while another merge
 * of it may be in progress. If the request is not mergeable, the automatic merge is cancelled with
 * an error. Idempotent: an interrupted merge is reconciled first.
 */
export async function autoMerge(deps: MergeRequestListsDeps, id: number): Promise<MergeRequestDocument | null> {
  const stored = await deps.items.mergeRequests.find(id);
  if (!stored?.merge_when_pipeline_succeeds) return null;
  const found = stored.state === 'locked' ? (await refreshMergeRequest(deps, stored, { actor: null })).request : stored;
  if (!isWaiting(found)) return found.state === 'locked' ? found : null;
  const deferred = { user_id: found.merge_user_id ?? 0, tier: found.merge_user_tier ?? 0 };
  const done = await onBehalfOf(deps, deferred, async (user) => {
    const rights = await rightsOnProject(deps, user, found.project_id);
    if (!rights) return abortAutoMerge(deps, found);
    const refreshed = await refreshMergeRequest(deps, found, { actor: null, subject: mergeSubject(rights) });
    const { request, facts } = refreshed;
    if (!isWaiting(request) || facts.pipeline?.status !== 'success') return request;
    try {
      const context = { ...refreshed, settings: await mergeSettingsOfOne(deps, found.project_id) };
      await assertMergeable(deps, found, context, {});
      return await merge(deps, { user, rights }, context, request.merge_params);
    } catch (error) {
      if (!isForgeError(error) || error.reason === 'unavailable' || error.reason === 'internal') throw error;
      return abortAutoMerge(deps, request);
    }
  });
  return done ?? abortAutoMerge(deps, found);
}

function isWaiting({ state, merge_when_pipeline_succeeds: waits }: MergeRequestDocument): boolean {
  return state === 'opened' && waits;
}

/** Returns the current request: it may have been merged concurrently. */
function abortAutoMerge(
  deps: MergeRequestChangesDeps,
  { _id: id, head_sha }: MergeRequestDocument,
): Promise<MergeRequestDocument | null> {
  return changeMergeRequest(deps, id, null, (current) =>
    isWaiting(current) && current.head_sha === head_sha
      ? { set: { ...withoutAutoMerge, merge_error: 'Merge request is not mergeable' } }
      : null,
  );
}

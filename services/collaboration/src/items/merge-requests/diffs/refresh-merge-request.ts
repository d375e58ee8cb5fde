/**
 * Updates stored merge requests to the current state of their branches. Called by reads and by the
 * consumer of pushes.
 */
import type { MergeSettings } from '@forgemesh/proto/projects/v1/merge_settings';
import type { MergeSubject, PrepareMergeResponse } from '@forgemesh/proto/repository/v1/merge';
import { actingUser } from '#access';
import { changeMergeRequest } from '../changes/change-merge-request';
import { deriveChange } from './compare-branches';
import type { MergeRequestDocument } from '#items/model';
import { mergeSettingsOfOne, sidesOf } from '../merging/merge-settings';
import { markMerged, markUnmerged } from '../merging/finalize-merge';
import type { MergeRequestChangesDeps } from '../deps';

/** A merge request and the comparison of its branches. */
export interface RefreshedMergeRequest {
  request: MergeRequestDocument;
  facts: PrepareMergeResponse;
}

/**
 * The basis of a merge: also the settings of the target project; undefined if the project is
 * deleted.
 */
export interface MergeContext extends RefreshedMergeRequest {
  settings: MergeSettings | undefined;
}

/** Options for refreshing a merge request. */
export interface RefreshOptions {
  /** The user whose push made it necessary; null if unknown. */
  actor: number | null;
  /**
   * The caller's rights on the target project. Without it, the result has neither rights nor the
   * pipeline.
   */
  subject?: MergeSubject;
  /**
   * The caller's rights on the source project, if the result should tell whether they may push
   * there.
   */
  source_subject?: MergeSubject;
  count_diverged?: boolean;
}

/** Compares the branches and stores what changed. */
export async function refreshMergeRequest(
  deps: MergeRequestChangesDeps,
  request: MergeRequestDocument,
  { actor, ...options }: RefreshOptions,
): Promise<RefreshedMergeRequest> {
  const isOpen = request.state === 'opened' || request.state === 'locked';
  const isChecked = request.state === 'opened' && hasFinalStatus(request);
  const sides = await sidesOf(deps, request);
  const facts = await deps.clients.merges.prepareMerge(
    {
      ...sides,
      iid: request.iid,
      known_source_sha: isChecked ? (request.checked_source_sha ?? '') : '',
      known_target_sha: isChecked ? (request.checked_target_sha ?? '') : '',
      head_sha: request.pending_merge?.commit_sha ?? request.head_sha ?? '',
      tips_only: !isOpen,
      branches_only: options.subject === undefined,
      acting_user: actingUser()?.user,
      ...options,
    },
    { storage: sides.target.storage },
  );
  if (request.state === 'locked') return { request: await reconcileCrashedMerge(deps, request, facts), facts };
  if (facts.unchanged) return { request, facts };
  const settings = await mergeSettingsOfOne(deps, request.project_id);
  const mover = facts.landed_sha === undefined ? facts.source_moved_by : facts.landed_by;
  const changed = await changeMergeRequest(deps, request._id, mover ?? actor, (current) =>
    // The target was changed concurrently, so this comparison is outdated.
    current.target_branch === request.target_branch
      ? deriveChange(current, facts, {
          actor: mover ?? actor,
          rewritten: facts.target_rewritten && current.checked_target_sha === request.checked_target_sha,
          only_ahead: settings !== undefined && settings.merge_method !== 'merge',
        })
      : null,
  );
  return { request: changed ?? request, facts };
}

/**
 * Reconciles a merge that has taken too long and must have crashed: the target branch shows whether
 * it succeeded.
 */
async function reconcileCrashedMerge(
  deps: MergeRequestChangesDeps,
  request: MergeRequestDocument,
  facts: PrepareMergeResponse,
): Promise<MergeRequestDocument> {
  const { at } = request.pending_merge ?? {};
  if (facts.landed_sha !== undefined) return (await markMerged(deps, request)) ?? request;
  if (at !== undefined && Date.now() - at.getTime() < deps.maxMergeMs) return request;
  return (await markUnmerged(deps, request, 'Merge was interrupted. Please try again.')) ?? request;
}

function hasFinalStatus({
  merge_status: status,
  checked_source_sha,
  checked_target_sha,
}: MergeRequestDocument): boolean {
  const isKnown = checked_source_sha !== null || checked_target_sha !== null;
  return isKnown && (status === 'can_be_merged' || status === 'cannot_be_merged');
}

/** Why a merge request cannot be merged now: the first of the conditions that a merge checks. */
import { isForgeError } from '@forgemesh/errors';
import { isDraft } from '../drafts';
import type { MergeContext, RefreshedMergeRequest } from '../diffs/refresh-merge-request';
import { hasNothingToMerge, isApproved, isPipelineMissing, isPipelineRunning, needsRebase } from './assert-mergeable';
import { mergeSettingsOfOne } from './merge-settings';
import type { MergeRequestChangesDeps } from '../deps';

/** A read waits no longer than this for the approvals. */
const APPROVAL_TIMEOUT_MS = 3_000;

/** Computes the status of a request that has just been refreshed with the caller's rights. */
export async function detailedMergeStatus(
  deps: MergeRequestChangesDeps,
  refreshed: RefreshedMergeRequest,
  { hasBlockingThreads }: { hasBlockingThreads: boolean },
): Promise<string> {
  const known = knownObstacle(refreshed);
  if (known !== null) return known;
  const { request } = refreshed;
  const [settings, approved] = await Promise.all([
    mergeSettingsOfOne(deps, request.project_id),
    approvalOf(deps, refreshed),
  ]);
  const obstacle = projectObstacle({ ...refreshed, settings }, hasBlockingThreads);
  if (obstacle !== null) return obstacle;
  return approved === null ? 'checking' : approved ? 'mergeable' : 'not_approved';
}

/** An obstacle of the request itself. */
function knownObstacle({ request, facts }: RefreshedMergeRequest): string | null {
  if (request.state !== 'opened') return 'not_open';
  if (isDraft(request.title)) return 'draft_status';
  if (hasNothingToMerge({ request, facts })) return 'commits_status';
  if (request.merge_status === 'cannot_be_merged') return 'conflict';
  return request.merge_status === 'can_be_merged' ? null : 'unchecked';
}

/** An obstacle that the settings of the target project make one. */
function projectObstacle(context: MergeContext, hasBlockingThreads: boolean): string | null {
  if (needsRebase(context)) return 'need_rebase';
  if (hasBlockingThreads) return 'discussions_not_resolved';
  if (!isPipelineMissing(context)) return null;
  return isPipelineRunning(context.facts) ? 'ci_still_running' : 'ci_must_pass';
}

/** Whether it is approved; null while that is unknown, because a read must not fail for it. */
async function approvalOf(deps: MergeRequestChangesDeps, { request }: RefreshedMergeRequest): Promise<boolean | null> {
  try {
    return await isApproved(deps, request, { timeoutMs: APPROVAL_TIMEOUT_MS });
  } catch (error) {
    if (isForgeError(error)) return null;
    throw error;
  }
}

/** Why a merge request cannot be merged or rebased at the moment. */
import type { MergeRequest } from '#api/types';
import { countText } from '#lib/format';

/** What a merge depends on beside the merge request itself. */
export interface MergeConditions {
  approvalsLeft: number;
  openThreads: number;
  /** Whether only a successful pipeline lets it be merged. */
  mustSucceed: boolean;
}

/** Returns why it cannot be merged, with what to do about it. */
export function mergeObstacles(
  request: MergeRequest,
  { approvalsLeft, openThreads, mustSucceed }: MergeConditions,
): string[] {
  const list: string[] = [];
  if (request.work_in_progress) list.push('It is a draft. Mark it as ready to merge it.');
  if (request.has_conflicts)
    list.push(
      `The branches are in conflict. Merge or rebase onto ${request.target_branch} on your machine, resolve the conflicts and push.`,
    );
  if (!request.blocking_discussions_resolved)
    list.push(`${countText(openThreads, 'thread')} must be resolved before the merge.`);
  if (approvalsLeft > 0) list.push(`${countText(approvalsLeft, 'more approval')} required.`);
  if (mustSucceed && request.pipeline?.status !== 'success')
    list.push('The pipeline must succeed, or the merge can wait for it.');
  if (request.sha === null) list.push('The source branch does not exist.');
  if (request.rebase_in_progress) list.push('A rebase is under way.');
  return list;
}

/** Whether a rebase can begin: it fails for branches in conflict. */
export function canRebaseNow({ rebase_in_progress: isRebasing, has_conflicts: isInConflict }: MergeRequest): boolean {
  return isRebasing !== true && !isInConflict;
}

/** Why a merge request cannot be merged or rebased at the moment. */
import { plural, t } from '@lingui/core/macro';
import type { MergeRequest } from '#api/types';

/** What a merge depends on beside the merge request itself. */
export interface MergeConditions {
  approvalsLeft: number;
  openThreads: number;
  /** Whether only a successful pipeline lets it be merged. */
  mustSucceed: boolean;
}

/** A reason against a merge now. */
export interface MergeObstacle {
  kind: 'draft' | 'conflict' | 'no_commits' | 'rebase_needed' | 'threads' | 'approvals' | 'pipeline' | 'rebasing';
  /** What it is, and what to do about it. */
  text: string;
}

/** Returns why it cannot be merged, with what to do about it. */
export function mergeObstacles(
  request: MergeRequest,
  { approvalsLeft, openThreads, mustSucceed }: MergeConditions,
): MergeObstacle[] {
  const list: MergeObstacle[] = [];
  const { target_branch: target, detailed_merge_status: status } = request;
  const add = (kind: MergeObstacle['kind'], text: string): void => {
    list.push({ kind, text });
  };
  if (request.work_in_progress) add('draft', t`It is a draft. Mark it as ready to merge it.`);
  if (request.has_conflicts) add('conflict', t`The branches are in conflict. Merge ${target} into the source branch.`);
  if (request.sha === null) add('no_commits', t`The source branch does not exist. Push it again.`);
  else if (status === 'commits_status') add('no_commits', t`The source branch has no commits that ${target} lacks.`);
  if (status === 'need_rebase')
    add('rebase_needed', t`The project merges only branches that contain the newest commit of ${target}. Rebase it.`);
  if (!request.blocking_discussions_resolved)
    add(
      'threads',
      plural(openThreads, {
        one: '# thread must be resolved before the merge.',
        other: '# threads must be resolved before the merge.',
      }),
    );
  if (approvalsLeft > 0)
    add('approvals', plural(approvalsLeft, { one: '# more approval required.', other: '# more approvals required.' }));
  if (mustSucceed && request.pipeline?.status !== 'success')
    add(
      'pipeline',
      isPipelineRunning(request)
        ? t`The pipeline must succeed. The merge can wait for it.`
        : t`A pipeline of the newest commit must succeed. Push a fix, or run it again.`,
    );
  if (request.rebase_in_progress) add('rebasing', t`A rebase is under way.`);
  return list;
}

/** Whether the newest pipeline has not ended. */
export function isPipelineRunning({ pipeline }: MergeRequest): boolean {
  return ['running', 'pending', 'created'].includes(pipeline?.status ?? '');
}

/** Whether a merge can be scheduled for the end of the pipeline. */
export function canWaitForPipeline(request: MergeRequest, obstacles: readonly MergeObstacle[]): boolean {
  return isPipelineRunning(request) && obstacles.every(({ kind }) => kind === 'pipeline');
}

/** Whether a rebase can begin: it fails for branches in conflict. */
export function canRebaseNow({ rebase_in_progress: isRebasing, has_conflicts: isInConflict }: MergeRequest): boolean {
  return isRebasing !== true && !isInConflict;
}

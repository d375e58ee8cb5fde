import { ConflictError } from '@forgemesh/errors';
import type { RefreshedMergeRequest } from '../diffs/refresh-merge-request';

/** Tips of both branches of a merge request. */
export interface BranchTips {
  source_sha: string;
  target_sha: string;
}

/** The tips of an open request. 409 if it is not open or a branch does not exist. */
export function tipsOfOpenRequest({ request, facts }: RefreshedMergeRequest): BranchTips {
  if (request.state !== 'opened') throw new ConflictError('Merge request is not open');
  const { source_sha, target_sha } = facts;
  if (source_sha === undefined) throw new ConflictError('Source branch does not exist');
  if (target_sha === undefined) throw new ConflictError('Target branch does not exist');
  return { source_sha, target_sha };
}

/** Changes the times of an issue: what the operations on them share. */
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf } from '@forgemesh/rpc';
import type { TimeStats } from '@forgemesh/proto/collaboration/v1/common';
import { presentTimeStats } from '../shared/present-item';
import type { SpentNews } from '../shared/time-tracking';
import type { CollaborationCall } from '../../operation';
import { changeIssue, type IssueSet } from './change-issue';
import { findIssue } from './find-issue';
import type { IssueDocument } from './issue.model';

/**
 * Changes the issue that a call names; null from `compute` is nothing to do. `spent` is told with
 * the time that was spent.
 */
export async function changeIssueTime(
  call: CollaborationCall,
  iid: number,
  compute: (issue: IssueDocument) => IssueSet | null,
  spent: SpentNews = {},
): Promise<ResponseOf<TimeStats>> {
  const { deps, principal } = call;
  const issue = await findIssue(call, iid);
  const changed = await changeIssue(deps, issue._id, { actor: principal.id, ...spent }, compute);
  if (!changed) throw new NotFoundError('Issue');
  return presentTimeStats(deps, changed);
}

import { IssueTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_time';
import { spentOf, withSpent } from '#items/shared/time-tracking';
import { operation } from '#operation';
import { changeIssueTime } from '../changes/change-issue-time';

/** Adds spent time to an issue. */
export const addIssueSpentTime = operation(IssueTimeServiceDefinition.addIssueSpentTime, async (request, call) => {
  const seconds = spentOf(request.duration);
  return changeIssueTime(call, request.issue_iid, (issue) => withSpent(issue, seconds, call.operationId));
});

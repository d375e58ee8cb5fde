import { type Call, operation } from '@forgemesh/rpc';
import { IssueTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_time';
import { spentOf, withSpent } from '../time-tracking';
import { changeIssueTime } from '../change-issue-time';
import type { IssuesDeps } from '#items/issues';

/** Adds spent time to an issue. */
export const addIssueSpentTime = operation(
  IssueTimeServiceDefinition.addIssueSpentTime,
  async (request, call: Call<IssuesDeps>) => {
    const seconds = spentOf(request.duration);
    return changeIssueTime(call, request.issue_iid, (issue) => withSpent(issue, seconds, call.operationId));
  },
);

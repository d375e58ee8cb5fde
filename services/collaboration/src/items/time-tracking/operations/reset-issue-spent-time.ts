import { type Call, operation } from '@forgemesh/rpc';
import { IssueTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_time';
import { changeIssueTime } from '../change-issue-time';
import type { IssuesDeps } from '#items/issues';

/** Resets the spent time of an issue. */
export const resetIssueSpentTime = operation(
  IssueTimeServiceDefinition.resetIssueSpentTime,
  async ({ issue_iid: iid }, call: Call<IssuesDeps>) =>
    changeIssueTime(call, iid, () => ({ total_time_spent: 0 }), { spent_reset: true }),
);

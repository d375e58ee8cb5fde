import { IssueTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_time';
import { operation } from '#operation';
import { changeIssueTime } from '../changes/change-issue-time';

/** Resets the spent time of an issue. */
export const resetIssueSpentTime = operation(
  IssueTimeServiceDefinition.resetIssueSpentTime,
  async ({ issue_iid: iid }, call) =>
    changeIssueTime(call, iid, () => ({ total_time_spent: 0 }), { spent_reset: true }),
);

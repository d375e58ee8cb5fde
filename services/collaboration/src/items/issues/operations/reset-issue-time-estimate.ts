import { IssueTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_time';
import { operation } from '#operation';
import { changeIssueTime } from '../changes/change-issue-time';

/** Removes the time estimate of an issue. */
export const resetIssueTimeEstimate = operation(
  IssueTimeServiceDefinition.resetIssueTimeEstimate,
  async ({ issue_iid: iid }, call) => changeIssueTime(call, iid, () => ({ time_estimate: 0 })),
);

import { type Call, operation } from '@forgemesh/rpc';
import { IssueTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_time';
import { changeIssueTime } from '../change-issue-time';
import type { IssuesDeps } from '#items/issues';

/** Removes the time estimate of an issue. */
export const resetIssueTimeEstimate = operation(
  IssueTimeServiceDefinition.resetIssueTimeEstimate,
  async ({ issue_iid: iid }, call: Call<IssuesDeps>) => changeIssueTime(call, iid, () => ({ time_estimate: 0 })),
);

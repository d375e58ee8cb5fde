import { type Call, operation } from '@forgemesh/rpc';
import { IssueTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_time';
import { estimateOf } from '../time-tracking';
import { changeIssueTime } from '../change-issue-time';
import type { IssuesDeps } from '#items/issues';

/** Sets the time estimate of an issue. */
export const setIssueTimeEstimate = operation(
  IssueTimeServiceDefinition.setIssueTimeEstimate,
  async (request, call: Call<IssuesDeps>) => {
    const estimate = estimateOf(request.duration);
    return changeIssueTime(call, request.issue_iid, () => ({ time_estimate: estimate }));
  },
);

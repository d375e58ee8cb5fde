import { IssueTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_time';
import { estimateOf } from '#items/shared/time-tracking';
import { operation } from '#operation';
import { changeIssueTime } from '../changes/change-issue-time';

/** Sets the time estimate of an issue. */
export const setIssueTimeEstimate = operation(
  IssueTimeServiceDefinition.setIssueTimeEstimate,
  async (request, call) => {
    const estimate = estimateOf(request.duration);
    return changeIssueTime(call, request.issue_iid, () => ({ time_estimate: estimate }));
  },
);

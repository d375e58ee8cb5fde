import { MergeRequestTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_time';
import { operation } from '#operation';
import { changeMergeRequestTime } from '../changes/change-merge-request-time';

/** Removes the time estimate of a merge request. */
export const resetMergeRequestTimeEstimate = operation(
  MergeRequestTimeServiceDefinition.resetMergeRequestTimeEstimate,
  async ({ merge_request_iid: iid }, call) => changeMergeRequestTime(call, iid, () => ({ time_estimate: 0 })),
);

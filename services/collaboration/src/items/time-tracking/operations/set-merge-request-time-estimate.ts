import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_time';
import { estimateOf } from '../time-tracking';
import { changeMergeRequestTime } from '../change-merge-request-time';
import type { MergeRequestChangesDeps } from '#items/merge-requests';

/** Sets the time estimate of a merge request. */
export const setMergeRequestTimeEstimate = operation(
  MergeRequestTimeServiceDefinition.setMergeRequestTimeEstimate,
  async (request, call: Call<MergeRequestChangesDeps>) => {
    const estimate = estimateOf(request.duration);
    return changeMergeRequestTime(call, request.merge_request_iid, () => ({ time_estimate: estimate }));
  },
);

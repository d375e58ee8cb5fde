import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_time';
import { changeMergeRequestTime } from '../change-merge-request-time';
import type { MergeRequestChangesDeps } from '#items/merge-requests';

/** Removes the time estimate of a merge request. */
export const resetMergeRequestTimeEstimate = operation(
  MergeRequestTimeServiceDefinition.resetMergeRequestTimeEstimate,
  async ({ merge_request_iid: iid }, call: Call<MergeRequestChangesDeps>) =>
    changeMergeRequestTime(call, iid, () => ({ time_estimate: 0 })),
);

import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_time';
import { changeMergeRequestTime } from '../change-merge-request-time';
import type { MergeRequestChangesDeps } from '#items/merge-requests';

/** Resets the spent time of a merge request. */
export const resetMergeRequestSpentTime = operation(
  MergeRequestTimeServiceDefinition.resetMergeRequestSpentTime,
  async ({ merge_request_iid: iid }, call: Call<MergeRequestChangesDeps>) =>
    changeMergeRequestTime(call, iid, () => ({ total_time_spent: 0 }), { spent_reset: true }),
);

import { MergeRequestTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_time';
import { operation } from '#operation';
import { changeMergeRequestTime } from '../changes/change-merge-request-time';

/** Resets the spent time of a merge request. */
export const resetMergeRequestSpentTime = operation(
  MergeRequestTimeServiceDefinition.resetMergeRequestSpentTime,
  async ({ merge_request_iid: iid }, call) =>
    changeMergeRequestTime(call, iid, () => ({ total_time_spent: 0 }), { spent_reset: true }),
);

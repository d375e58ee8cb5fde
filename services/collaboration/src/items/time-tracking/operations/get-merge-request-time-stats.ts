import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_time';
import { presentTimeStats } from '#items/shared';
import { findMergeRequest, type MergeRequestChangesDeps } from '#items/merge-requests';

/** Gets the estimated and spent time of a merge request. */
export const getMergeRequestTimeStats = operation(
  MergeRequestTimeServiceDefinition.getMergeRequestTimeStats,
  async ({ merge_request_iid: iid }, call: Call<MergeRequestChangesDeps>) =>
    presentTimeStats(call.deps, await findMergeRequest(call, iid)),
);

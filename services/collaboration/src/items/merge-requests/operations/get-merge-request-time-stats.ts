import { MergeRequestTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_time';
import { presentTimeStats } from '#items/shared/present-item';
import { operation } from '#operation';
import { findMergeRequest } from '../find-merge-request';

/** Gets the estimated and spent time of a merge request. */
export const getMergeRequestTimeStats = operation(
  MergeRequestTimeServiceDefinition.getMergeRequestTimeStats,
  async ({ merge_request_iid: iid }, call) => presentTimeStats(call.deps, await findMergeRequest(call, iid)),
);

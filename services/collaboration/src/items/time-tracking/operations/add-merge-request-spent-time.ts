import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_time';
import { spentOf, withSpent } from '../time-tracking';
import { changeMergeRequestTime } from '../change-merge-request-time';
import type { MergeRequestChangesDeps } from '#items/merge-requests';

/** Adds spent time to a merge request. */
export const addMergeRequestSpentTime = operation(
  MergeRequestTimeServiceDefinition.addMergeRequestSpentTime,
  async (request, call: Call<MergeRequestChangesDeps>) => {
    const seconds = spentOf(request.duration);
    return changeMergeRequestTime(call, request.merge_request_iid, (found) =>
      withSpent(found, seconds, call.operationId),
    );
  },
);

import { MergeRequestTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_time';
import { spentOf, withSpent } from '#items/shared/time-tracking';
import { operation } from '#operation';
import { changeMergeRequestTime } from '../changes/change-merge-request-time';

/** Adds spent time to a merge request. */
export const addMergeRequestSpentTime = operation(
  MergeRequestTimeServiceDefinition.addMergeRequestSpentTime,
  async (request, call) => {
    const seconds = spentOf(request.duration);
    return changeMergeRequestTime(call, request.merge_request_iid, (found) =>
      withSpent(found, seconds, call.operationId),
    );
  },
);

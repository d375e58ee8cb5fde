import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { presentMergeRequestFor, findMergeRequest } from '../find-merge-request';
import { updateMergeRequest as applyUpdate } from '../changes/update-merge-request';
import type { MergeRequestListsDeps } from '../deps';

/**
 * Changes a merge request. Concurrent changes do not overwrite one another: added and removed
 * labels are applied to the labels at the time of the write.
 */
export const updateMergeRequest = operation(
  MergeRequestServiceDefinition.updateMergeRequest,
  async (request, call: Call<MergeRequestListsDeps>) => {
    const found = await findMergeRequest(call, request.merge_request_iid);
    return presentMergeRequestFor(call, await applyUpdate(call, found, request));
  },
);

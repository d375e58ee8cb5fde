import { type Call, operation } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { findMergeRequest } from '../find-merge-request';
import type { MergeRequestChangesDeps } from '../deps';

/**
 * Deletes a merge request. Consumers of its event remove its notes, versions, reactions and todos.
 */
export const deleteMergeRequest = operation(
  MergeRequestServiceDefinition.deleteMergeRequest,
  async ({ merge_request_iid: iid }, call: Call<MergeRequestChangesDeps>) => {
    const request = await findMergeRequest(call, iid);
    const event = { type: 'collaboration.merge_request.deleted' as const, actor: call.principal.id };
    if (!(await call.deps.items.mergeRequests.remove(request, event))) throw new NotFoundError('Merge Request');
    return {};
  },
);

import { NotFoundError } from '@forgemesh/errors';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '#operation';
import { findMergeRequest } from '../find-merge-request';

/**
 * Deletes a merge request. Consumers of its event remove its notes, versions, reactions and todos.
 */
export const deleteMergeRequest = operation(
  MergeRequestServiceDefinition.deleteMergeRequest,
  async ({ merge_request_iid: iid }, call) => {
    const request = await findMergeRequest(call, iid);
    const event = { type: 'collaboration.merge_request.deleted' as const, actor: call.principal.id };
    if (!(await call.deps.items.mergeRequests.remove(request, event))) throw new NotFoundError('Merge Request');
    return {};
  },
);

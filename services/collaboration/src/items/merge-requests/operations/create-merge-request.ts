import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '#operation';
import { presentMergeRequestFor, presentRefreshedMergeRequest } from '../find-merge-request';
import { createMergeRequestBy } from '../changes/create-merge-request-by';

/** Creates a merge request. */
export const createMergeRequest = operation(MergeRequestServiceDefinition.createMergeRequest, async (request, call) => {
  const parameter = call.optionalResource('target_project_id') ? 'target_project_id' : 'id';
  const { request: inserted, facts } = await createMergeRequestBy(call, request, parameter);
  // A quick action may have changed the target branch.
  if (facts && inserted.merge_status !== 'unchecked')
    return presentRefreshedMergeRequest(call, { request: inserted, facts }, { parameter });
  return presentMergeRequestFor(call, inserted, { parameter });
});

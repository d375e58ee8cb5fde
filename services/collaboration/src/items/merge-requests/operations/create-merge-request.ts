import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { presentMergeRequestFor, presentRefreshedMergeRequest } from '../find-merge-request';
import { createMergeRequest as createWithActions } from '../changes/create-merge-request';
import type { MergeRequestsDeps } from '../deps';

/** Creates a merge request. */
export const createMergeRequest = operation(
  MergeRequestServiceDefinition.createMergeRequest,
  async (request, call: Call<MergeRequestsDeps>) => {
    const parameter = call.optionalResource('target_project_id') ? 'target_project_id' : 'id';
    const { request: inserted, facts } = await createWithActions(call, request, parameter);
    // A quick action may have changed the target branch.
    if (facts && inserted.merge_status !== 'unchecked')
      return presentRefreshedMergeRequest(call, { request: inserted, facts }, { parameter });
    return presentMergeRequestFor(call, inserted, { parameter });
  },
);

import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '../../../operation';
import { callForResource, createWithQuickActions } from '../../../discussion/quick-actions/create-with-quick-actions';
import { presentMergeRequestFor, presentRefreshedMergeRequest } from '../find-merge-request';
import { insertMergeRequest } from '../changes/insert-merge-request';
import type { RefreshedMergeRequest } from '../diffs/refresh-merge-request';

/** Creates a merge request. */
export const createMergeRequest = operation(MergeRequestServiceDefinition.createMergeRequest, async (request, call) => {
  const parameter = call.optionalResource('target_project_id') ? 'target_project_id' : 'id';
  let facts: RefreshedMergeRequest['facts'] | undefined;
  const inserted = await createWithQuickActions(
    callForResource(call, parameter),
    'MergeRequest',
    request,
    async (bare) => {
      const result = await insertMergeRequest(call, bare, parameter);
      facts = result.facts;
      return result.request;
    },
  );
  // A quick action may have changed the target branch.
  if (facts && inserted.merge_status !== 'unchecked')
    return presentRefreshedMergeRequest(call, { request: inserted, facts }, { parameter });
  return presentMergeRequestFor(call, inserted, { parameter });
});

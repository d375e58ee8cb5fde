import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '../../../operation';
import { callAt, makeActing } from '../../../discussion/quick-actions/make-acting';
import { answerMergeRequest, answerStanding } from '../find-merge-request';
import { insertMergeRequest } from '../insert-merge-request';
import type { Standing } from '../diffs/refresh-merge-request';

/** Creates a merge request. */
export const createMergeRequest = operation(MergeRequestServiceDefinition.createMergeRequest, async (request, call) => {
  const parameter = call.optionalResource('target_project_id') ? 'target_project_id' : 'id';
  let facts: Standing['facts'] | undefined;
  const made = await makeActing(callAt(call, parameter), 'MergeRequest', request, async (bare) => {
    const standing = await insertMergeRequest(call, bare, parameter);
    facts = standing.facts;
    return standing.request;
  });
  // A quick action may have changed the target branch.
  if (facts && made.merge_status !== 'unchecked') return answerStanding(call, { request: made, facts }, { parameter });
  return answerMergeRequest(call, made, { parameter });
});

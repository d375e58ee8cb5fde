/** Creates a merge request as a caller, with the quick actions in its description. */
import type { Call } from '@forgemesh/rpc';
import { callForResource, createWithQuickActions } from '#items/shared';
import type { RefreshedMergeRequest } from '../diffs/refresh-merge-request';
import type { MergeRequestDocument } from '#items/model';
import { insertMergeRequest, type NewMergeRequest } from './insert-merge-request';
import type { MergeRequestsDeps } from '../deps';

/**
 * Creates a merge request; `parameter` names the target project. `facts` are the compared branches,
 * absent if a repeated write returns the request of the first one.
 */
export async function createMergeRequest(
  call: Call<MergeRequestsDeps>,
  request: NewMergeRequest,
  parameter: string,
): Promise<{ request: MergeRequestDocument; facts: RefreshedMergeRequest['facts'] | undefined }> {
  let facts: RefreshedMergeRequest['facts'] | undefined;
  const created = await createWithQuickActions(
    callForResource(call, parameter),
    'MergeRequest',
    request,
    async (bare) => {
      const result = await insertMergeRequest(call, bare, parameter);
      facts = result.facts;
      return result.request;
    },
  );
  return { request: created, facts };
}

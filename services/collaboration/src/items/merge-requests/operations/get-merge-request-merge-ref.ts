import { type Call, operation } from '@forgemesh/rpc';
import { BadRequestError } from '@forgemesh/errors';
import { MergeRequestContentServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_content';
import { findComparedMergeRequest } from '../find-merge-request';
import { updateMergeRef } from '../merging/update-merge-ref';
import type { MergeRequestChangesDeps } from '../deps';

/** Gets the commit that a merge would create. */
export const getMergeRequestMergeRef = operation(
  MergeRequestContentServiceDefinition.getMergeRequestMergeRef,
  async ({ merge_request_iid: iid }, call: Call<MergeRequestChangesDeps>) => {
    const request = await findComparedMergeRequest(call, iid);
    const commitId = await updateMergeRef(call.deps, request);
    if (commitId === undefined) throw new BadRequestError('Merge request is not mergeable');
    return { commit_id: commitId };
  },
);

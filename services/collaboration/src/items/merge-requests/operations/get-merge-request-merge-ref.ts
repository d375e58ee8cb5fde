import { BadRequestError } from '@forgemesh/errors';
import { MergeRequestContentServiceService } from '@forgemesh/proto/collaboration/v1/merge_request_content';
import { operation } from '../../../operation';
import { findComparedMergeRequest } from '../find-merge-request';
import { keepMergeRef } from '../merging/keep-merge-ref';

/** Tells which commit a merge would make. */
export const getMergeRequestMergeRef = operation(
  MergeRequestContentServiceService.getMergeRequestMergeRef,
  async ({ merge_request_iid: iid }, call) => {
    const request = await findComparedMergeRequest(call, iid);
    const commitId = await keepMergeRef(call.deps, request);
    if (commitId === undefined) throw new BadRequestError('Merge request is not mergeable');
    return { commit_id: commitId };
  },
);

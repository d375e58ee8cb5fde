import { pageRows } from '@forgemesh/kit';
import { MergeRequestServiceService } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '../operation';
import { findComparedMergeRequest } from './find-merge-request';
import { mergeContent } from './merge-content';

/** Lists the files that a merge request changes. */
export const listMergeRequestDiffs = operation(
  MergeRequestServiceService.listMergeRequestDiffs,
  async (asked, call) => {
    const request = await findComparedMergeRequest(call, asked.merge_request_iid);
    const { base_sha, head_sha } = request;
    const wanted = { with_diffs: true, limit_diffs: true };
    const { diffs } = await mergeContent(call.deps, request, { base_sha, head_sha, ...wanted });
    return { diffs: pageRows(call, diffs, asked) };
  },
);

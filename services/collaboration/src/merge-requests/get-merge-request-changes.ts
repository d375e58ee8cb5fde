import { joinFields } from '@forgemesh/kit';
import { MergeRequestServiceService } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '../operation';
import { answerMergeRequest, findMergeRequest } from './find-merge-request';
import { mergeContent } from './merge-content';

/** Gets a merge request with all changed files. */
export const getMergeRequestChanges = operation(
  MergeRequestServiceService.getMergeRequestChanges,
  async ({ merge_request_iid: iid }, call) => {
    const answer = await answerMergeRequest(call, await findMergeRequest(call, iid));
    const { base_sha = null, head_sha = null } = answer.diff_refs ?? {};
    const content = await mergeContent(call.deps, answer, { base_sha, head_sha, with_diffs: true });
    return joinFields(answer, { changes: content.diffs, overflow: content.overflow });
  },
);

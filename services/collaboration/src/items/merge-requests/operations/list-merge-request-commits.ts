import { type Call, operation } from '@forgemesh/rpc';
import { pageInfo, pageOf } from '@forgemesh/data';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { findComparedMergeRequest } from '../find-merge-request';
import { mergeContent } from '../merging/merge-content';
import type { MergeRequestChangesDeps } from '../deps';

/** Lists the commits of a merge request. */
export const listMergeRequestCommits = operation(
  MergeRequestServiceDefinition.listMergeRequestCommits,
  async (input, call: Call<MergeRequestChangesDeps>) => {
    const request = await findComparedMergeRequest(call, input.merge_request_iid);
    const { page, per_page, skip } = pageOf(input);
    const { base_sha, head_sha } = request;
    const options = { with_commits: true, skip_commits: skip, limit_commits: per_page };
    const content = await mergeContent(call.deps, request, { base_sha, head_sha, ...options });
    const { commits, commits_count: total } = content;
    call.setPage(pageInfo({ page, per_page, total, found: Math.max(total - skip, 0) }));
    return { commits };
  },
);

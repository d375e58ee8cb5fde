import { pageInfo, pageOf } from '@forgemesh/kit';
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
    const { page, per_page, skip } = pageOf(asked);
    const wanted = { with_diffs: true, limit_diffs: true, skip_diffs: skip, most_diffs: per_page };
    const content = await mergeContent(call.deps, request, { base_sha, head_sha, ...wanted });
    // A repository of the version before sends all of them, and does not count.
    const isPage = content.diffs_count > 0;
    const total = isPage ? content.diffs_count : content.diffs.length;
    call.setPage(pageInfo({ page, per_page, total, found: Math.max(total - skip, 0) }));
    return { diffs: isPage ? content.diffs : content.diffs.slice(skip, skip + per_page) };
  },
);

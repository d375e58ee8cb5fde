import { type Call, operation } from '@forgemesh/rpc';
import { ClosingServiceDefinition } from '@forgemesh/proto/collaboration/v1/closing';
import { listIssuePage } from '#items/issues';
import { findMergeRequest, refreshClosing } from '#items/merge-requests';
import { readableIssueCondition } from '../readable-conditions';
import type { ClosingDeps } from '../deps';

/**
 * Lists the issues that merging a merge request closes. They are recomputed for open merge
 * requests, because texts and branches may have just changed.
 */
export const listClosedIssues = operation(
  ClosingServiceDefinition.listClosedIssues,
  async (request, call: Call<ClosingDeps>) => {
    const found = await findMergeRequest(call, request.merge_request_iid);
    const isOpen = found.state === 'opened' || found.state === 'closed';
    const { closes_issue_ids: ids } = isOpen ? await refreshClosing(call.deps, found) : found;
    const filter = await readableIssueCondition(call, ids);
    return listIssuePage(call, request, { list: { scope: {}, filter }, base: { project_id: found.project_id } });
  },
);

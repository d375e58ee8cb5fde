import { type Call, operation } from '@forgemesh/rpc';
import { ClosingServiceDefinition } from '@forgemesh/proto/collaboration/v1/closing';
import { findIssue } from '#items/issues';
import { listMergeRequestPage } from '#items/merge-requests';
import { readableMergeRequestCondition } from '../readable-conditions';
import type { ClosingDeps } from '../deps';

/** Lists the merge requests that close an issue. */
export const listClosingMergeRequests = operation(
  ClosingServiceDefinition.listClosingMergeRequests,
  async (request, call: Call<ClosingDeps>) => {
    const { _id: id, project_id } = await findIssue(call, request.issue_iid);
    const filter = await readableMergeRequestCondition(call, { closes_issue_ids: id });
    return listMergeRequestPage(call, request, { list: { scope: {}, filter }, base: { project_id } });
  },
);

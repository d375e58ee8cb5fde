import { operation, type Call } from '@forgemesh/rpc';
import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import type { ApprovalDocument } from '../approval.model';
import { countApprovals } from '../count-approvals';
import type { RequestApprovalsDeps } from '../deps';

/** Counts the approvals of several merge requests of a project. */
export const listApprovalCounts = operation(
  MergeRequestApprovalServiceDefinition.listApprovalCounts,
  async ({ merge_request_ids: ids = [] }, call: Call<RequestApprovalsDeps>) => {
    const found = await call.deps.approvals.model
      .find({ merge_request_id: { $in: ids }, project_id: call.resource('id').id })
      .lean<ApprovalDocument[]>();
    return { counts: await countApprovals(call.deps, found) };
  },
);

import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { operation } from '#operation';
import { presentCurrentApprovals } from '../present-request-approvals';
import { fetchSummary } from '../request-approvals';

/** Gets the approvals of a merge request. */
export const getMergeRequestApprovals = operation(
  MergeRequestApprovalServiceDefinition.getMergeRequestApprovals,
  async ({ merge_request_iid: iid }, call) =>
    presentCurrentApprovals(call, await fetchSummary(call, call.resource('id').id, iid)),
);

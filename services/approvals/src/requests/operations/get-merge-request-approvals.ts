import { operation, type Call } from '@forgemesh/rpc';
import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { presentCurrentApprovals } from '../present-request-approvals';
import { fetchSummary } from '../request-approvals';
import type { RequestApprovalsDeps } from '../deps';

/** Gets the approvals of a merge request. */
export const getMergeRequestApprovals = operation(
  MergeRequestApprovalServiceDefinition.getMergeRequestApprovals,
  async ({ merge_request_iid: iid }, call: Call<RequestApprovalsDeps>) =>
    presentCurrentApprovals(call, await fetchSummary(call, call.resource('id').id, iid)),
);

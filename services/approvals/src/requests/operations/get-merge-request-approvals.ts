import { operation, type Call } from '@forgemesh/rpc';
import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { presentRequestApprovals } from '../present-request-approvals';
import type { RequestApprovalsDeps } from '../deps';

/** Gets the approvals of a merge request. */
export const getMergeRequestApprovals = operation(
  MergeRequestApprovalServiceDefinition.getMergeRequestApprovals,
  (request, call: Call<RequestApprovalsDeps>) => presentRequestApprovals(call, request.merge_request_iid),
);

import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { operation } from '#operation';
import { presentRequestApprovals } from '../present-request-approvals';

/** Gets the approvals of a merge request. */
export const getMergeRequestApprovals = operation(
  MergeRequestApprovalServiceDefinition.getMergeRequestApprovals,
  (request, call) => presentRequestApprovals(call, request.merge_request_iid),
);

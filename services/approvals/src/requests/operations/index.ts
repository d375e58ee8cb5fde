import { approveMergeRequest } from './approve-merge-request';
import { getMergeRequestApprovals } from './get-merge-request-approvals';
import { listApprovalCounts } from './list-approval-counts';
import { unapproveMergeRequest } from './unapprove-merge-request';
import { updateMergeRequestApprovals } from './update-merge-request-approvals';
import { updateMergeRequestApprovers } from './update-merge-request-approvers';

export const requestOperations = [
  approveMergeRequest,
  getMergeRequestApprovals,
  listApprovalCounts,
  unapproveMergeRequest,
  updateMergeRequestApprovals,
  updateMergeRequestApprovers,
];

import { approveMergeRequest } from './approve-merge-request';
import { getMergeRequestApprovals } from './get-merge-request-approvals';
import { listAllApprovalCounts } from './list-all-approval-counts';
import { listApprovalCounts } from './list-approval-counts';
import { unapproveMergeRequest } from './unapprove-merge-request';
import { updateMergeRequestApprovals } from './update-merge-request-approvals';
import { updateMergeRequestApprovers } from './update-merge-request-approvers';

export const requestOperations = [
  approveMergeRequest,
  getMergeRequestApprovals,
  listAllApprovalCounts,
  listApprovalCounts,
  unapproveMergeRequest,
  updateMergeRequestApprovals,
  updateMergeRequestApprovers,
];

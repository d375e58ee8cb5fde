import { approveMergeRequest } from './operations/approve-merge-request';
import { getApprovalState } from './operations/get-approval-state';
import { getMergeRequestApprovals } from './operations/get-merge-request-approvals';
import { unapproveMergeRequest } from './operations/unapprove-merge-request';
import { updateMergeRequestApprovals } from './operations/update-merge-request-approvals';
import { updateMergeRequestApprovers } from './operations/update-merge-request-approvers';

export const requestOperations = [
  approveMergeRequest,
  getApprovalState,
  getMergeRequestApprovals,
  unapproveMergeRequest,
  updateMergeRequestApprovals,
  updateMergeRequestApprovers,
];

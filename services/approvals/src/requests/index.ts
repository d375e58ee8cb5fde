import { approveMergeRequest } from './approve-merge-request';
import { getApprovalState } from './get-approval-state';
import { getApprovalVerdict } from './get-approval-verdict';
import { getMergeRequestApprovals } from './get-merge-request-approvals';
import { getRequestApprovers } from './get-request-approvers';
import { unapproveMergeRequest } from './unapprove-merge-request';
import { updateMergeRequestApprovals } from './update-merge-request-approvals';
import { updateMergeRequestApprovers } from './update-merge-request-approvers';

export const requestOperations = [
  approveMergeRequest,
  getApprovalState,
  getApprovalVerdict,
  getMergeRequestApprovals,
  getRequestApprovers,
  unapproveMergeRequest,
  updateMergeRequestApprovals,
  updateMergeRequestApprovers,
];

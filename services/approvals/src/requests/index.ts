import { approveMergeRequest } from './operations/approve-merge-request';
import { getMergeRequestApprovals } from './operations/get-merge-request-approvals';
import { unapproveMergeRequest } from './operations/unapprove-merge-request';
import { updateMergeRequestApprovals } from './operations/update-merge-request-approvals';
import { updateMergeRequestApprovers } from './operations/update-merge-request-approvers';

export const requestOperations = [
  approveMergeRequest,
  getMergeRequestApprovals,
  unapproveMergeRequest,
  updateMergeRequestApprovals,
  updateMergeRequestApprovers,
];

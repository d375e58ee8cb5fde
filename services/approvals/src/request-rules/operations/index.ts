import { createMergeRequestApprovalRule } from './create-merge-request-approval-rule';
import { deleteMergeRequestApprovalRule } from './delete-merge-request-approval-rule';
import { getApprovalState } from './get-approval-state';
import { listMergeRequestApprovalRules } from './list-merge-request-approval-rules';
import { updateMergeRequestApprovalRule } from './update-merge-request-approval-rule';

export const requestRuleOperations = [
  createMergeRequestApprovalRule,
  deleteMergeRequestApprovalRule,
  getApprovalState,
  listMergeRequestApprovalRules,
  updateMergeRequestApprovalRule,
];

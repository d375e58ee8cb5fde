import { createMergeRequestApprovalRule } from './create-merge-request-approval-rule';
import { deleteMergeRequestApprovalRule } from './delete-merge-request-approval-rule';
import { listMergeRequestApprovalRules } from './list-merge-request-approval-rules';
import { updateMergeRequestApprovalRule } from './update-merge-request-approval-rule';

export const requestRuleOperations = [
  createMergeRequestApprovalRule,
  deleteMergeRequestApprovalRule,
  listMergeRequestApprovalRules,
  updateMergeRequestApprovalRule,
];

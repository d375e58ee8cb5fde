import { createMergeRequestApprovalRule } from './operations/create-merge-request-approval-rule';
import { deleteMergeRequestApprovalRule } from './operations/delete-merge-request-approval-rule';
import { getApprovalState } from './operations/get-approval-state';
import { listMergeRequestApprovalRules } from './operations/list-merge-request-approval-rules';
import { updateMergeRequestApprovalRule } from './operations/update-merge-request-approval-rule';

export const requestRuleOperations = [
  createMergeRequestApprovalRule,
  deleteMergeRequestApprovalRule,
  getApprovalState,
  listMergeRequestApprovalRules,
  updateMergeRequestApprovalRule,
];

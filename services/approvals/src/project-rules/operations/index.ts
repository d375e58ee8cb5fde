import { createProjectApprovalRule } from './create-project-approval-rule';
import { deleteProjectApprovalRule } from './delete-project-approval-rule';
import { listProjectApprovalRules } from './list-project-approval-rules';
import { updateProjectApprovalRule } from './update-project-approval-rule';

export const projectRuleOperations = [
  createProjectApprovalRule,
  deleteProjectApprovalRule,
  listProjectApprovalRules,
  updateProjectApprovalRule,
];

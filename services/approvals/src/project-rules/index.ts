import { createProjectApprovalRule } from './operations/create-project-approval-rule';
import { deleteProjectApprovalRule } from './operations/delete-project-approval-rule';
import { listProjectApprovalRules } from './operations/list-project-approval-rules';
import { updateProjectApprovalRule } from './operations/update-project-approval-rule';

export const projectRuleOperations = [
  createProjectApprovalRule,
  deleteProjectApprovalRule,
  listProjectApprovalRules,
  updateProjectApprovalRule,
];

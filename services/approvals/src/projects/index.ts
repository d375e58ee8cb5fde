import { getProjectApprovals } from './get-project-approvals';
import { setRequiredApprovals } from './set-required-approvals';
import { updateProjectApprovals } from './update-project-approvals';
import { updateProjectApprovers } from './update-project-approvers';

export const projectOperations = [
  getProjectApprovals,
  setRequiredApprovals,
  updateProjectApprovals,
  updateProjectApprovers,
];

import { getProjectApprovals } from './get-project-approvals';
import { updateProjectApprovals } from './update-project-approvals';
import { updateProjectApprovers } from './update-project-approvers';

export const projectOperations = [getProjectApprovals, updateProjectApprovals, updateProjectApprovers];

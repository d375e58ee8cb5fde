import { getProjectApprovals } from './operations/get-project-approvals';
import { updateProjectApprovals } from './operations/update-project-approvals';
import { updateProjectApprovers } from './operations/update-project-approvers';

export const projectOperations = [getProjectApprovals, updateProjectApprovals, updateProjectApprovers];

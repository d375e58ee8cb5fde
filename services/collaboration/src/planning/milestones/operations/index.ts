import { createGroupMilestone, createProjectMilestone } from './create-milestone';
import { deleteGroupMilestone, deleteProjectMilestone } from './delete-milestone';
import { getGroupMilestone, getProjectMilestone } from './get-milestone';
import { listGroupMilestones, listProjectMilestones } from './list-milestones';
import { promoteProjectMilestone } from './promote-project-milestone';
import { updateGroupMilestone, updateProjectMilestone } from './update-milestone';

export const milestoneOperations = [
  createGroupMilestone,
  createProjectMilestone,
  deleteGroupMilestone,
  deleteProjectMilestone,
  getGroupMilestone,
  getProjectMilestone,
  listGroupMilestones,
  listProjectMilestones,
  promoteProjectMilestone,
  updateGroupMilestone,
  updateProjectMilestone,
];

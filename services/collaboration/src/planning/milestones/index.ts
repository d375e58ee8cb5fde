import { createGroupMilestone, createProjectMilestone } from './operations/create-milestone';
import { deleteGroupMilestone, deleteProjectMilestone } from './operations/delete-milestone';
import { getGroupMilestone, getProjectMilestone } from './operations/get-milestone';
import {
  listGroupMilestoneBurndownEvents,
  listProjectMilestoneBurndownEvents,
} from './operations/list-milestone-burndown-events';
import { listGroupMilestoneIssues, listProjectMilestoneIssues } from './operations/list-milestone-issues';
import {
  listGroupMilestoneMergeRequests,
  listProjectMilestoneMergeRequests,
} from './operations/list-milestone-merge-requests';
import { listGroupMilestones, listProjectMilestones } from './operations/list-milestones';
import { promoteProjectMilestone } from './operations/promote-project-milestone';
import { updateGroupMilestone, updateProjectMilestone } from './operations/update-milestone';

export const milestoneOperations = [
  createGroupMilestone,
  createProjectMilestone,
  deleteGroupMilestone,
  deleteProjectMilestone,
  getGroupMilestone,
  getProjectMilestone,
  listGroupMilestoneBurndownEvents,
  listGroupMilestoneIssues,
  listGroupMilestoneMergeRequests,
  listGroupMilestones,
  listProjectMilestoneBurndownEvents,
  listProjectMilestoneIssues,
  listProjectMilestoneMergeRequests,
  listProjectMilestones,
  promoteProjectMilestone,
  updateGroupMilestone,
  updateProjectMilestone,
];

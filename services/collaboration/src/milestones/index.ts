import { createGroupMilestone } from './create-group-milestone';
import { createProjectMilestone } from './create-project-milestone';
import { deleteGroupMilestone } from './delete-group-milestone';
import { deleteProjectMilestone } from './delete-project-milestone';
import { getGroupMilestone } from './get-group-milestone';
import { getProjectMilestone } from './get-project-milestone';
import { listGroupMilestoneBurndownEvents } from './list-group-milestone-burndown-events';
import { listGroupMilestoneIssues } from './list-group-milestone-issues';
import { listGroupMilestoneMergeRequests } from './list-group-milestone-merge-requests';
import { listGroupMilestones } from './list-group-milestones';
import { listProjectMilestoneBurndownEvents } from './list-project-milestone-burndown-events';
import { listProjectMilestoneIssues } from './list-project-milestone-issues';
import { listProjectMilestoneMergeRequests } from './list-project-milestone-merge-requests';
import { listProjectMilestones } from './list-project-milestones';
import { promoteProjectMilestone } from './promote-project-milestone';
import { updateGroupMilestone } from './update-group-milestone';
import { updateProjectMilestone } from './update-project-milestone';

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

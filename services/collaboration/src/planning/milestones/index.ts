import { createGroupMilestone } from './operations/create-group-milestone';
import { createProjectMilestone } from './operations/create-project-milestone';
import { deleteGroupMilestone } from './operations/delete-group-milestone';
import { deleteProjectMilestone } from './operations/delete-project-milestone';
import { getGroupMilestone } from './operations/get-group-milestone';
import { getProjectMilestone } from './operations/get-project-milestone';
import { listGroupMilestoneBurndownEvents } from './operations/list-group-milestone-burndown-events';
import { listGroupMilestoneIssues } from './operations/list-group-milestone-issues';
import { listGroupMilestoneMergeRequests } from './operations/list-group-milestone-merge-requests';
import { listGroupMilestones } from './operations/list-group-milestones';
import { listProjectMilestoneBurndownEvents } from './operations/list-project-milestone-burndown-events';
import { listProjectMilestoneIssues } from './operations/list-project-milestone-issues';
import { listProjectMilestoneMergeRequests } from './operations/list-project-milestone-merge-requests';
import { listProjectMilestones } from './operations/list-project-milestones';
import { promoteProjectMilestone } from './operations/promote-project-milestone';
import { updateGroupMilestone } from './operations/update-group-milestone';
import { updateProjectMilestone } from './operations/update-project-milestone';

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

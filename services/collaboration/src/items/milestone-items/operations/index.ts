import { listGroupMilestoneIssues, listProjectMilestoneIssues } from './list-milestone-issues';
import { listGroupMilestoneMergeRequests, listProjectMilestoneMergeRequests } from './list-milestone-merge-requests';

export const milestoneItemOperations = [
  listGroupMilestoneIssues,
  listGroupMilestoneMergeRequests,
  listProjectMilestoneIssues,
  listProjectMilestoneMergeRequests,
];

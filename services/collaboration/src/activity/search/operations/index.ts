import { searchGroupIssues, searchIssues, searchProjectIssues } from './search-issues';
import { searchGroupMergeRequests, searchMergeRequests, searchProjectMergeRequests } from './search-merge-requests';
import { searchGroupMilestones, searchMilestones, searchProjectMilestones } from './search-milestones';
import { searchProjectNotes } from './search-project-notes';

export const searchOperations = [
  searchGroupIssues,
  searchGroupMergeRequests,
  searchGroupMilestones,
  searchIssues,
  searchMergeRequests,
  searchMilestones,
  searchProjectIssues,
  searchProjectMergeRequests,
  searchProjectMilestones,
  searchProjectNotes,
];

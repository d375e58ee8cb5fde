import { searchGroupIssues } from './search-group-issues';
import { searchGroupMergeRequests } from './search-group-merge-requests';
import { searchGroupMilestones } from './search-group-milestones';
import { searchIssues } from './search-issues';
import { searchMergeRequests } from './search-merge-requests';
import { searchMilestones } from './search-milestones';
import { searchProjectIssues } from './search-project-issues';
import { searchProjectMergeRequests } from './search-project-merge-requests';
import { searchProjectMilestones } from './search-project-milestones';
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

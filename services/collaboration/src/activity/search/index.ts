import { searchGroupIssues } from './operations/search-group-issues';
import { searchGroupMergeRequests } from './operations/search-group-merge-requests';
import { searchGroupMilestones } from './operations/search-group-milestones';
import { searchIssues } from './operations/search-issues';
import { searchMergeRequests } from './operations/search-merge-requests';
import { searchMilestones } from './operations/search-milestones';
import { searchProjectIssues } from './operations/search-project-issues';
import { searchProjectMergeRequests } from './operations/search-project-merge-requests';
import { searchProjectMilestones } from './operations/search-project-milestones';
import { searchProjectNotes } from './operations/search-project-notes';

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

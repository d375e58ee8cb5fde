import { searchGroupIssues, searchIssues, searchProjectIssues } from './operations/search-issues';
import {
  searchGroupMergeRequests,
  searchMergeRequests,
  searchProjectMergeRequests,
} from './operations/search-merge-requests';
import { searchGroupMilestones, searchMilestones, searchProjectMilestones } from './operations/search-milestones';
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

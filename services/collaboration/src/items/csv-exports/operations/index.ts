import { exportGroupIssues, exportProjectIssues } from './export-issues';
import { exportGroupMergeRequests, exportProjectMergeRequests } from './export-merge-requests';

export const csvExportOperations = [
  exportGroupIssues,
  exportGroupMergeRequests,
  exportProjectIssues,
  exportProjectMergeRequests,
];

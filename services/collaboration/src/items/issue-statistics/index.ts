import {
  getGroupIssuesStatistics,
  getIssuesStatistics,
  getProjectIssuesStatistics,
} from './operations/get-issues-statistics';

export const issueStatisticsOperations = [getGroupIssuesStatistics, getIssuesStatistics, getProjectIssuesStatistics];

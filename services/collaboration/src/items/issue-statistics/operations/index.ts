import { getGroupIssuesStatistics, getIssuesStatistics, getProjectIssuesStatistics } from './get-issues-statistics';

export const issueStatisticsOperations = [getGroupIssuesStatistics, getIssuesStatistics, getProjectIssuesStatistics];

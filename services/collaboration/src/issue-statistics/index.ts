import { getGroupIssuesStatistics } from './get-group-issues-statistics';
import { getIssuesStatistics } from './get-issues-statistics';
import { getProjectIssuesStatistics } from './get-project-issues-statistics';

export const issueStatisticsOperations = [getGroupIssuesStatistics, getIssuesStatistics, getProjectIssuesStatistics];

import { getGroupIssuesStatistics } from './operations/get-group-issues-statistics';
import { getIssuesStatistics } from './operations/get-issues-statistics';
import { getProjectIssuesStatistics } from './operations/get-project-issues-statistics';

export const issueStatisticsOperations = [getGroupIssuesStatistics, getIssuesStatistics, getProjectIssuesStatistics];

import { IssueStatisticsServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_statistics';
import { projectIssues } from '../../issues/list/issue-filter';
import { operation } from '../../../operation';
import { countIssues } from '../count-issues';

/** Counts the issues of a project. */
export const getProjectIssuesStatistics = operation(
  IssueStatisticsServiceDefinition.getProjectIssuesStatistics,
  async ({ filter }, call) => countIssues(call.deps, await projectIssues(call, filter)),
);

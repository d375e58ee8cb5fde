import { IssueStatisticsServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_statistics';
import { allIssues } from '../../issues/list/issue-filter';
import { operation } from '../../../operation';
import { countIssues } from '../count-issues';

/** Counts issues of all projects. */
export const getIssuesStatistics = operation(
  IssueStatisticsServiceDefinition.getIssuesStatistics,
  async ({ filter }, call) => countIssues(call.deps, await allIssues(call, filter)),
);

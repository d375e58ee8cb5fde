import { IssueStatisticsServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_statistics';
import { groupIssues } from '../../issues/list/issue-filter';
import { operation } from '../../../operation';
import { countIssues } from '../count-issues';

/** Counts the issues of a group's projects. */
export const getGroupIssuesStatistics = operation(
  IssueStatisticsServiceDefinition.getGroupIssuesStatistics,
  async ({ filter }, call) => countIssues(call.deps, await groupIssues(call, filter)),
);

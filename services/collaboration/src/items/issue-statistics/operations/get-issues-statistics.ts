import { type Call, operation } from '@forgemesh/rpc';
import { IssueStatisticsServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_statistics';
import { allIssues, groupIssues, type IssueListsDeps, projectIssues } from '#items/issues';
import { countIssues } from '../count-issues';

/** Counts issues of all projects. */
export const getIssuesStatistics = operation(
  IssueStatisticsServiceDefinition.getIssuesStatistics,
  async ({ filter }, call: Call<IssueListsDeps>) => countIssues(call.deps, await allIssues(call, filter)),
);

/** Counts the issues of a project. */
export const getProjectIssuesStatistics = operation(
  IssueStatisticsServiceDefinition.getProjectIssuesStatistics,
  async ({ filter }, call: Call<IssueListsDeps>) => countIssues(call.deps, await projectIssues(call, filter)),
);

/** Counts the issues of a group's projects. */
export const getGroupIssuesStatistics = operation(
  IssueStatisticsServiceDefinition.getGroupIssuesStatistics,
  async ({ filter }, call: Call<IssueListsDeps>) => countIssues(call.deps, await groupIssues(call, filter)),
);

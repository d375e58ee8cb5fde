import { type Call, operation } from '@forgemesh/rpc';
import { IssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue';
import { allIssues, projectIssues, groupIssues } from '../list/issue-filter';
import { listIssuePage } from '../list/list-issue-page';
import type { IssueListsDeps } from '../deps';

/** Lists issues of all projects. */
export const listIssues = operation(IssueServiceDefinition.listIssues, async (request, call: Call<IssueListsDeps>) =>
  listIssuePage(call, request, { list: await allIssues(call, request.filter), base: {} }),
);

/** Lists the issues of a project. */
export const listProjectIssues = operation(
  IssueServiceDefinition.listProjectIssues,
  async (request, call: Call<IssueListsDeps>) =>
    listIssuePage(call, request, {
      list: await projectIssues(call, request.filter),
      base: { project_id: call.resource('id').id },
    }),
);

/** Lists the issues of a group's projects. */
export const listGroupIssues = operation(
  IssueServiceDefinition.listGroupIssues,
  async (request, call: Call<IssueListsDeps>) =>
    listIssuePage(call, request, {
      list: await groupIssues(call, request.filter),
      base: { group_path: call.resource('id').full_path },
    }),
);

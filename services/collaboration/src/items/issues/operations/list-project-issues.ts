import { IssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue';
import { operation } from '../../../operation';
import { projectIssues } from '../list/issue-filter';
import { listIssuePage } from '../list/list-issue-page';

/** Lists the issues of a project. */
export const listProjectIssues = operation(IssueServiceDefinition.listProjectIssues, async (request, call) =>
  listIssuePage(call, request, {
    list: await projectIssues(call, request.filter),
    base: { project_id: call.resource('id').id },
  }),
);

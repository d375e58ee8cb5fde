import { IssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue';
import { operation } from '../../../operation';
import { groupIssues } from '../list/issue-filter';
import { listIssuePage } from '../list/list-issue-page';

/** Lists the issues of a group's projects. */
export const listGroupIssues = operation(IssueServiceDefinition.listGroupIssues, async (request, call) =>
  listIssuePage(call, request, {
    list: await groupIssues(call, request.filter),
    base: { group_path: call.resource('id').full_path },
  }),
);

import { IssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue';
import { operation } from '../../../operation';
import { allIssues } from '../list/issue-filter';
import { listIssuePage } from '../list/list-issue-page';

/** Lists issues of all projects. */
export const listIssues = operation(IssueServiceDefinition.listIssues, async (request, call) =>
  listIssuePage(call, request, { list: await allIssues(call, request.filter), base: {} }),
);

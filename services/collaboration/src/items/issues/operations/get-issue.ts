import { IssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue';
import { operation } from '#operation';
import { presentIssueFor, findIssue } from '../find-issue';

/** Gets one issue of a project. */
export const getIssue = operation(IssueServiceDefinition.getIssue, async ({ issue_iid: iid }, call) =>
  presentIssueFor(call, await findIssue(call, iid)),
);

import { type Call, operation } from '@forgemesh/rpc';
import { IssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue';
import { presentIssueFor, findIssue } from '../find-issue';
import type { IssueListsDeps } from '../deps';

/** Gets one issue of a project. */
export const getIssue = operation(
  IssueServiceDefinition.getIssue,
  async ({ issue_iid: iid }, call: Call<IssueListsDeps>) => presentIssueFor(call, await findIssue(call, iid)),
);

import { type Call, operation } from '@forgemesh/rpc';
import { IssueUserAgentServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_user_agent';
import { findIssue } from '../find-issue';
import type { IssueListsDeps } from '../deps';

/** Gets the user agent and IP address of an issue's creation. */
export const getIssueUserAgentDetail = operation(
  IssueUserAgentServiceDefinition.getIssueUserAgentDetail,
  async ({ issue_iid: iid }, call: Call<IssueListsDeps>) => {
    const { user_agent, ip_address } = await findIssue(call, iid);
    return { user_agent, ip_address, akismet_submitted: false };
  },
);

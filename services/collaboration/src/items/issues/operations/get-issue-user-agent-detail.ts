import { IssueUserAgentServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_user_agent';
import { operation } from '../../../operation';
import { findIssue } from '../find-issue';

/** Tells from where an issue was created. */
export const getIssueUserAgentDetail = operation(
  IssueUserAgentServiceDefinition.getIssueUserAgentDetail,
  async ({ issue_iid: iid }, call) => {
    const { user_agent, ip_address } = await findIssue(call, iid);
    return { user_agent, ip_address, akismet_submitted: false };
  },
);

import { type Call, operation } from '@forgemesh/rpc';
import { IssueSubscriptionServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_subscription';
import { changeIssueSubscription } from '../changes/change-issue-subscription';
import type { IssueListsDeps } from '../deps';

/** Subscribes the caller to an issue. */
export const subscribeToIssue = operation(
  IssueSubscriptionServiceDefinition.subscribeToIssue,
  async ({ issue_iid: iid }, call: Call<IssueListsDeps>) => changeIssueSubscription(call, iid, { subscribed: true }),
);

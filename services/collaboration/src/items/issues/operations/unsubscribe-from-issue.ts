import { type Call, operation } from '@forgemesh/rpc';
import { IssueSubscriptionServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_subscription';
import { changeIssueSubscription } from '../changes/change-issue-subscription';
import type { IssueListsDeps } from '../deps';

/** Unsubscribes the caller from an issue. */
export const unsubscribeFromIssue = operation(
  IssueSubscriptionServiceDefinition.unsubscribeFromIssue,
  async ({ issue_iid: iid }, call: Call<IssueListsDeps>) => changeIssueSubscription(call, iid, { subscribed: false }),
);

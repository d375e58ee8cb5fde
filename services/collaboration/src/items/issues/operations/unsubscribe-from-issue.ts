import { IssueSubscriptionServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_subscription';
import { operation } from '#operation';
import { changeIssueSubscription } from '../changes/change-issue-subscription';

/** Unsubscribes the caller from an issue. */
export const unsubscribeFromIssue = operation(
  IssueSubscriptionServiceDefinition.unsubscribeFromIssue,
  async ({ issue_iid: iid }, call) => changeIssueSubscription(call, iid, { subscribed: false }),
);

import { IssueSubscriptionServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_subscription';
import { operation } from '#operation';
import { changeIssueSubscription } from '../changes/change-issue-subscription';

/** Subscribes the caller to an issue. */
export const subscribeToIssue = operation(
  IssueSubscriptionServiceDefinition.subscribeToIssue,
  async ({ issue_iid: iid }, call) => changeIssueSubscription(call, iid, { subscribed: true }),
);

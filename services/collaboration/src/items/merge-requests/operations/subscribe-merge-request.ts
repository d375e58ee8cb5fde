import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '#operation';
import { setSubscription } from '../changes/set-subscription';

/** Subscribes the caller to a merge request. */
export const subscribeMergeRequest = operation(
  MergeRequestServiceDefinition.subscribeMergeRequest,
  async ({ merge_request_iid: iid }, call) => setSubscription(call, iid, true),
);

import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '#operation';
import { setSubscription } from '../changes/set-subscription';

/** Unsubscribes the caller from a merge request. */
export const unsubscribeMergeRequest = operation(
  MergeRequestServiceDefinition.unsubscribeMergeRequest,
  async ({ merge_request_iid: iid }, call) => setSubscription(call, iid, false),
);

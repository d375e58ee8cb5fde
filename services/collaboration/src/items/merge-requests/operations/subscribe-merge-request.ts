import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { setSubscription } from '../changes/set-subscription';
import type { MergeRequestListsDeps } from '../deps';

/** Subscribes the caller to a merge request. */
export const subscribeMergeRequest = operation(
  MergeRequestServiceDefinition.subscribeMergeRequest,
  async ({ merge_request_iid: iid }, call: Call<MergeRequestListsDeps>) => setSubscription(call, iid, true),
);

import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { setSubscription } from '../changes/set-subscription';
import type { MergeRequestListsDeps } from '../deps';

/** Unsubscribes the caller from a merge request. */
export const unsubscribeMergeRequest = operation(
  MergeRequestServiceDefinition.unsubscribeMergeRequest,
  async ({ merge_request_iid: iid }, call: Call<MergeRequestListsDeps>) => setSubscription(call, iid, false),
);

import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '../../../operation';
import { setSubscription } from '../set-subscription';

/** Ends that the caller hears of a merge request. */
export const unsubscribeMergeRequest = operation(
  MergeRequestServiceDefinition.unsubscribeMergeRequest,
  async ({ merge_request_iid: iid }, call) => setSubscription(call, iid, false),
);

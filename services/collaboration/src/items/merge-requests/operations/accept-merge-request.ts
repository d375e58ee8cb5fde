import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { findMergeRequest } from '../find-merge-request';
import { acceptMergeRequestBy } from '../merging/accept-merge-request-by';
import type { MergeRequestListsDeps } from '../deps';

/** Merges a request, immediately or once the pipeline succeeds. */
export const acceptMergeRequest = operation(
  MergeRequestServiceDefinition.acceptMergeRequest,
  async (input, call: Call<MergeRequestListsDeps>) =>
    acceptMergeRequestBy(call, await findMergeRequest(call, input.merge_request_iid), input),
);

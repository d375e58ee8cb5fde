import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { findMergeRequest } from '../find-merge-request';
import { acceptMergeRequest as accept } from '../merging/accept-merge-request';
import type { MergeRequestListsDeps } from '../deps';

/** Merges a request, immediately or once the pipeline succeeds. */
export const acceptMergeRequest = operation(
  MergeRequestServiceDefinition.acceptMergeRequest,
  async (input, call: Call<MergeRequestListsDeps>) =>
    accept(call, await findMergeRequest(call, input.merge_request_iid), input),
);

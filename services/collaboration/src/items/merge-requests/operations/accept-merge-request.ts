import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '#operation';
import { findMergeRequest } from '../find-merge-request';
import { acceptMergeRequestBy } from '../merging/accept-merge-request-by';

/** Merges a request, immediately or once the pipeline succeeds. */
export const acceptMergeRequest = operation(MergeRequestServiceDefinition.acceptMergeRequest, async (input, call) =>
  acceptMergeRequestBy(call, await findMergeRequest(call, input.merge_request_iid), input),
);

import { MergeRequestRebaseServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_rebase';
import { operation } from '#operation';
import { findMergeRequest } from '../find-merge-request';
import { rebaseMergeRequestBy } from '../merging/request-rebase';

/** Requests the rebase of a merge request. */
export const rebaseMergeRequest = operation(
  MergeRequestRebaseServiceDefinition.rebaseMergeRequest,
  async ({ merge_request_iid: iid, skip_ci }, call) =>
    rebaseMergeRequestBy(call, await findMergeRequest(call, iid), skip_ci === true),
);

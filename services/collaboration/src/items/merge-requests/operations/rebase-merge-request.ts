import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestRebaseServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_rebase';
import { findMergeRequest } from '../find-merge-request';
import { requestRebase } from '../merging/request-rebase';
import type { MergeRequestChangesDeps } from '../deps';

/** Requests the rebase of a merge request. */
export const rebaseMergeRequest = operation(
  MergeRequestRebaseServiceDefinition.rebaseMergeRequest,
  async ({ merge_request_iid: iid, skip_ci }, call: Call<MergeRequestChangesDeps>) =>
    requestRebase(call, await findMergeRequest(call, iid), skip_ci === true),
);

import { type Call, operation } from '@forgemesh/rpc';
import { ReviewerServiceDefinition } from '@forgemesh/proto/collaboration/v1/reviewer';
import { findMergeRequest } from '../find-merge-request';
import { presentReviewers } from '../reviewers/reviewer.entity';
import type { MergeRequestChangesDeps } from '../deps';

/** Lists the reviewers of a merge request with the states of their reviews. */
export const listReviewers = operation(
  ReviewerServiceDefinition.listReviewers,
  async ({ merge_request_iid: iid }, call: Call<MergeRequestChangesDeps>) => ({
    reviewers: await presentReviewers(call, await findMergeRequest(call, iid)),
  }),
);

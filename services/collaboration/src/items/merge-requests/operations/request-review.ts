import { type Call, operation, type ResponseOf } from '@forgemesh/rpc';
import { ReviewerServiceDefinition, type Reviewer } from '@forgemesh/proto/collaboration/v1/reviewer';
import { findMergeRequest } from '../find-merge-request';
import { presentReviewers } from '../reviewers/reviewer.entity';
import { requestReviews } from '../reviewers/reviews';
import type { MergeRequestChangesDeps } from '../deps';

/** Asks a reviewer of a merge request for another review. */
export const requestReview = operation(
  ReviewerServiceDefinition.requestReview,
  async ({ merge_request_iid: iid, user_id: id }, call: Call<MergeRequestChangesDeps>) => {
    const request = await requestReviews(call, await findMergeRequest(call, iid), [id]);
    return (await presentReviewers(call, request, [id]))[0] as ResponseOf<Reviewer>;
  },
);

import { api, unwrap } from '#api/client';
import type { Entity } from '#api/types';

/** A user who is asked for a review, with the state of the review. */
export type Reviewer = Entity<'collaboration.Reviewer'>;

/** Keys of the queries of reviewers. */
export const reviewerKeys = {
  of: (projectId: number, iid: number, ids: readonly number[]) => ['merge-request', projectId, iid, 'reviewers', ids],
} as const;

/** List the reviewers of a merge request. */
export function listReviewers(projectId: number, mergeRequestIid: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/reviewers', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}

/** Request another review of a reviewer. */
export function requestReview(projectId: number, mergeRequestIid: number, userId: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/reviewers/{user_id}/request_review', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid, user_id: userId } },
    }),
  );
}

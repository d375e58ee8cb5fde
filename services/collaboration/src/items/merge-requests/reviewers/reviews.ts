/** The reviews of a merge request: their states, and the rights to change them. */
import { DEVELOPER } from '@forgemesh/access';
import { ForbiddenError, isForgeError, NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { canUpdateMergeRequest } from '#access';
import type { MergeRequestDocument, Review } from '#items/model';
import { changeMergeRequest } from '../changes/change-merge-request';
import type { MergeRequestChangesDeps } from '../deps';

/** The state that a reviewer chooses at the end of a review. */
export type ReviewVerdict = 'reviewed' | 'requested_changes';

/** Minimum license tier that includes approvals. */
const APPROVAL_TIER = 1;

/** The review of a reviewer; that of one who was asked in an earlier release has no entry. */
export function reviewOf({ reviews = [], created_at }: MergeRequestDocument, userId: number): Review {
  const stored = reviews.find(({ user_id: id }) => id === userId);
  return stored ?? { user_id: userId, state: 'unreviewed', created_at, changed_at: created_at };
}

/** The reviews after one of them changed. Other reviewers keep theirs. */
export function withState(
  request: MergeRequestDocument,
  userId: number,
  { state, at }: { state: Review['state']; at: Date },
): Review[] {
  const others = (request.reviews ?? []).filter(({ user_id: id }) => id !== userId);
  const isReviewer = request.reviewer_ids?.includes(userId) === true;
  const { created_at } = isReviewer ? reviewOf(request, userId) : { created_at: at };
  return [...others, { user_id: userId, state, created_at, changed_at: at }];
}

/**
 * Throws ForbiddenError if the caller may not review a merge request: authors may not, reviewers
 * may, and developers become reviewers.
 */
export function assertCanReview(call: Call<unknown>, request: MergeRequestDocument): void {
  const { principal } = call;
  const { level, archived } = call.resource('id');
  const isReviewer = request.reviewer_ids?.includes(principal.id) === true;
  const isAllowed = isReviewer || level >= DEVELOPER;
  if (archived || request.author_id === principal.id || !isAllowed) throw new ForbiddenError();
}

/** Sets the state of the caller's review. A request for changes revokes the caller's approval. */
export async function finishReview(
  call: Call<MergeRequestChangesDeps>,
  request: MergeRequestDocument,
  state: ReviewVerdict,
): Promise<void> {
  const { deps, principal, context } = call;
  assertCanReview(call, request);
  if (state === 'requested_changes' && context.tier >= APPROVAL_TIER) await revokeApproval(call, request);
  await changeMergeRequest(deps, request._id, principal.id, (current) => {
    const reviewers = current.reviewer_ids ?? [];
    return {
      set: {
        reviewer_ids: reviewers.includes(principal.id) ? reviewers : [...reviewers, principal.id],
        reviews: withState(current, principal.id, { state, at: new Date() }),
      },
      review: { user_id: principal.id, state },
    };
  });
}

async function revokeApproval(
  { deps }: Call<MergeRequestChangesDeps>,
  { project_id, iid }: MergeRequestDocument,
): Promise<void> {
  try {
    await deps.clients.requestApprovals.unapproveMergeRequest({ id: String(project_id), merge_request_iid: iid });
  } catch (error) {
    // The caller has not approved it.
    if (!isForgeError(error) || error.reason !== 'not_found') throw error;
  }
}

/**
 * Asks reviewers for another review. Throws NotFoundError for users who are no reviewers, and
 * ForbiddenError if the caller may not change the merge request.
 */
export async function requestReviews(
  call: Call<MergeRequestChangesDeps>,
  request: MergeRequestDocument,
  userIds: readonly number[],
): Promise<MergeRequestDocument> {
  const { deps, principal } = call;
  if (!canUpdateMergeRequest(request, call.resource('id'), principal)) throw new ForbiddenError();
  if (!userIds.every((id) => request.reviewer_ids?.includes(id))) throw new NotFoundError('Reviewer');
  const at = new Date();
  const changed = await changeMergeRequest(deps, request._id, principal.id, (current) => {
    const reviews = userIds.reduce(
      (all, id) => withState({ ...current, reviews: all }, id, { state: 'unreviewed', at }),
      current.reviews ?? [],
    );
    return { set: { reviews }, review_requested_ids: [...userIds] };
  });
  if (!changed) throw new NotFoundError('Merge Request');
  return changed;
}

/**
 * Records that a reviewer approved, or revoked the approval, unless their review changed since
 * then. Idempotent.
 */
export async function recordApproval(
  { items: { mergeRequests } }: Pick<MergeRequestChangesDeps, 'items'>,
  id: number,
  { user_id, is_approved, at }: { user_id: number; is_approved: boolean; at: Date },
): Promise<void> {
  await mergeRequests.mutate(id, (request) => {
    const { state, changed_at } = reviewOf(request, user_id);
    const isReviewer = request.reviewer_ids?.includes(user_id) === true;
    if (!isReviewer || changed_at > at || (!is_approved && state !== 'approved')) return null;
    return { set: { reviews: withState(request, user_id, { state: is_approved ? 'approved' : 'unapproved', at }) } };
  });
}

/**
 * Stores the outcome of a merge. The merge is stored before the branch moves, so that it can be
 * reconciled here after a crash.
 */
import { changeMergeRequest } from '../changes/change-merge-request';
import type { MergeRequestDocument } from '#items/model';
import type { MergeRequestChangesDeps } from '../deps';

/** Marks a request as merged by its pending merge. Idempotent. */
export function markMerged(
  deps: MergeRequestChangesDeps,
  { _id: id, pending_merge: pending }: MergeRequestDocument,
): Promise<MergeRequestDocument | null> {
  return changeMergeRequest(deps, id, pending?.user_id ?? null, (current) => {
    if (current.state !== 'locked' || !pending) return null;
    const { merge_commit_sha, squash_commit_sha, user_id } = pending;
    const merged = { merged_at: new Date(), merged_by_id: user_id, merge_commit_sha, squash_commit_sha };
    return { set: { state: 'merged', ...merged, merge_error: null, pending_merge: null }, accepted: true };
  });
}

/** Reopens a request whose merge failed. */
export function markUnmerged(
  deps: MergeRequestChangesDeps,
  { _id: id, pending_merge: pending }: MergeRequestDocument,
  mergeError: string,
): Promise<MergeRequestDocument | null> {
  return changeMergeRequest(deps, id, null, (current) => {
    const isSame = current.pending_merge?.commit_sha === pending?.commit_sha;
    if (current.state !== 'locked' || !isSame) return null;
    return { set: { state: 'opened', merge_error: mergeError, pending_merge: null, merge_status: 'unchecked' } };
  });
}

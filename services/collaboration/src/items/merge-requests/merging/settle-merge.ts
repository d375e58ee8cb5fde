/**
 * What follows once the target of a merge moved, or did not. The merge is stored before the branch
 * moves, so that a crash is settled here.
 */
import type { Collaboration } from '../../../deps';
import { changeMergeRequest } from '../change-merge-request';
import type { MergeRequestDocument } from '../merge-request.model';

/** Marks a request as merged by the merge that is under way. Safe to repeat. */
export function markMerged(
  deps: Collaboration,
  { _id: id, pending_merge: pending }: MergeRequestDocument,
): Promise<MergeRequestDocument | null> {
  return changeMergeRequest(deps, id, pending?.user_id ?? null, (current) => {
    if (current.state !== 'locked' || !pending) return null;
    const { merge_commit_sha, squash_commit_sha, user_id } = pending;
    const merged = { merged_at: new Date(), merged_by_id: user_id, merge_commit_sha, squash_commit_sha };
    return { set: { state: 'merged', ...merged, merge_error: null, pending_merge: null }, accepted: true };
  });
}

/** Opens a request again whose merge did not come about. */
export function markUnmerged(
  deps: Collaboration,
  { _id: id, pending_merge: pending }: MergeRequestDocument,
  mergeError: string,
): Promise<MergeRequestDocument | null> {
  return changeMergeRequest(deps, id, null, (current) => {
    const isSame = current.pending_merge?.commit_sha === pending?.commit_sha;
    if (current.state !== 'locked' || !isSame) return null;
    return { set: { state: 'opened', merge_error: mergeError, pending_merge: null, merge_status: 'unchecked' } };
  });
}

/** The caller's draft notes on a merge request. */
import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { Noteable } from '#items/shared';
import type { DraftNoteDocument } from './draft-note.model';
import type { DraftNotesDeps } from './deps';

/** Maximum number of a user's draft notes on a merge request. */
export const MAX_DRAFTS = 200;

/** Condition on the caller's draft notes on a merge request. */
export function ownDrafts({ principal }: Call<unknown>, { id }: Pick<Noteable, 'id'>) {
  return { merge_request_id: id, author_id: principal.id };
}

/** All draft notes of the caller on a merge request, oldest first. */
export function listOwnDrafts(call: Call<DraftNotesDeps>, target: Noteable): Promise<DraftNoteDocument[]> {
  return call.deps.draftNotes.model
    .find(ownDrafts(call, target))
    .sort({ _id: 1 })
    .limit(MAX_DRAFTS)
    .lean<DraftNoteDocument[]>();
}

/** A draft note of the caller. Throws NotFoundError for those of others. */
export async function findOwnDraft(
  call: Call<DraftNotesDeps>,
  target: Noteable,
  id: number,
): Promise<DraftNoteDocument> {
  const draft = await call.deps.draftNotes.model
    .findOne({ _id: id, ...ownDrafts(call, target) })
    .lean<DraftNoteDocument>();
  if (!draft) throw new NotFoundError('Draft Note');
  return draft;
}

/** Finds the discussion named by a call, and its notes. */
import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { findHiddenNotes, type NoteDocument, noteOn, notesOn } from '#discussion/notes';
import type { Noteable } from '#items/shared';
import type { DiscussionsDeps } from './deps';

/** A discussion: its first note and the replies. */
export type DiscussionNotes = [NoteDocument, ...NoteDocument[]];

/**
 * The notes of a discussion on a target, oldest first. Throws NotFoundError if it does not exist or
 * the caller may not see it.
 */
export async function findDiscussion(
  call: Call<DiscussionsDeps>,
  target: Noteable,
  id: string,
): Promise<DiscussionNotes> {
  const notes = await call.deps.notes.model
    .find({ ...notesOn(target), discussion_id: id }, { outbox: 0 }, { sort: { _id: 1 } })
    .lean<NoteDocument[]>();
  if (notes.length === 0 || (await findHiddenNotes(call, notes)).size > 0) throw new NotFoundError('Discussion');
  return notes as DiscussionNotes;
}

/** The note of a discussion on a target. Throws NotFoundError if it is not in the discussion. */
export async function findNoteIn(
  call: Call<DiscussionsDeps>,
  target: Noteable,
  { discussion_id: discussionId, note_id: noteId }: { discussion_id: string; note_id: number },
): Promise<NoteDocument> {
  const note = await noteOn(call, target, noteId);
  if (note.discussion_id !== discussionId) throw new NotFoundError('Note');
  return note;
}

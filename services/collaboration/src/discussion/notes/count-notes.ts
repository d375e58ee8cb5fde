/** Limits the number of notes per target, and maintains the count shown on items. */
import { itemStore } from '../../items/shared/item-stores';
import type { Collaboration } from '../../deps';
import { notesOn, type Noteable } from './noteable';
import { invalidNote } from './note-errors';
import type { NoteTarget } from './system-notes';

/** Maximum number of user notes on one target; system notes do not count. */
const MAX_NOTES = 5_000;

/** Throws BadRequestError if a target has the maximum number of user notes. */
export async function assertNoteLimit({ notes }: Collaboration, target: Noteable): Promise<void> {
  const count = await notes.model.countDocuments({ ...notesOn(target), system: false }, { limit: MAX_NOTES });
  if (count >= MAX_NOTES) throw invalidNote('base', 'Maximum number of comments exceeded');
}

/** Recounts the user notes of an item and updates its `updated_at`. Idempotent. */
export async function recountNotes(
  deps: Collaboration,
  { type, id }: Pick<NoteTarget, 'type' | 'id'>,
  at: Date,
): Promise<void> {
  // The count is written to the version that was read before counting; a concurrent note recounts.
  await itemStore(deps, type)?.mutate(id, async (item) => {
    const filter = { noteable_type: type, noteable_id: id, system: false };
    const count = await deps.notes.model.countDocuments(filter);
    if (count === item.user_notes_count && item.updated_at >= at) return null;
    return { set: { user_notes_count: count, updated_at: item.updated_at > at ? item.updated_at : at } };
  });
}

/**
 * Recounts the notes after a note was written, changed or removed, and logs a failure, which the
 * consumer of the note's event repairs.
 */
export async function tryRecountNotes(deps: Collaboration, target: Pick<NoteTarget, 'type' | 'id'>): Promise<void> {
  try {
    await recountNotes(deps, target, new Date());
  } catch (error) {
    deps.log.warn(
      { err: error, noteable_type: target.type, noteable_id: target.id },
      'note recount failed; the event consumer repeats it',
    );
  }
}

/** Limits the number of notes per target, and maintains the count shown on items. */
import { itemStore } from '../../items/shared/item-stores';
import type { Collaboration } from '../../deps';
import { notesOn, type Noteable } from './noteable';
import type { NoteTarget } from './system-notes';

/** Maximum number of user notes on one target; system notes do not count. */
const MAX_NOTES = 5_000;

/**
 * Below this number the count of an item is precise enough for the limit: it lacks at most the
 * notes that are being written.
 */
const CLEARLY_BELOW = MAX_NOTES - 500;

/** Whether a target has less than the maximum number of user notes. */
export async function hasRoom({ notes }: Collaboration, target: Noteable): Promise<boolean> {
  if (target.user_notes_count !== undefined && target.user_notes_count < CLEARLY_BELOW) return true;
  const count = await notes.model.countDocuments({ ...notesOn(target), system: false }, { limit: MAX_NOTES });
  return count < MAX_NOTES;
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
 * consumer of the note's event repairs. `created` is the id of a new note.
 */
export async function tryRecountNotes(
  deps: Collaboration,
  target: Pick<NoteTarget, 'type' | 'id'>,
  created?: number,
): Promise<void> {
  try {
    await recountNotes(deps, target, new Date());
    if (created !== undefined) deps.countedNotes.set(created, true);
  } catch (error) {
    deps.log.warn(
      { err: error, noteable_type: target.type, noteable_id: target.id },
      'note recount failed; the event consumer repeats it',
    );
  }
}

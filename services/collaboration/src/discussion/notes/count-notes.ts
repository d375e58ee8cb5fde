/** Counts of notes: how many there may be, and the number that items show. */
import { itemStore } from '../../items/shared/item-stores';
import type { Collaboration } from '../../deps';
import { notesOn, type Noteable } from './noteable';
import { refusedNote } from './refused-note';
import type { NoteTarget } from './system-notes';

/** Notes of people on one target; the system's are not counted. */
const MAX_NOTES = 5_000;

/** Throws BadRequestError where a target has as many notes of people as it may have. */
export async function assertRoom({ notes }: Collaboration, target: Noteable): Promise<void> {
  const count = await notes.model.countDocuments({ ...notesOn(target), system: false }, { limit: MAX_NOTES });
  if (count >= MAX_NOTES) throw refusedNote('base', 'Maximum number of comments exceeded');
}

/**
 * Counts the notes of people on an item anew, and says that it was changed then. Safe to repeat.
 */
export async function recountNotes(
  deps: Collaboration,
  { type, id }: Pick<NoteTarget, 'type' | 'id'>,
  at: Date,
): Promise<void> {
  // The count belongs to the version that was read before: whoever writes a note meanwhile counts
  // again.
  await itemStore(deps, type)?.mutate(id, async (item) => {
    const filter = { noteable_type: type, noteable_id: id, system: false };
    const count = await deps.notes.model.countDocuments(filter);
    if (count === item.user_notes_count && item.updated_at >= at) return null;
    return { set: { user_notes_count: count, updated_at: item.updated_at > at ? item.updated_at : at } };
  });
}

/**
 * The same, for whoever has written, changed or removed a note: what fails here is repaired by the
 * consumer of the note's event.
 */
export async function recountAtOnce(deps: Collaboration, target: Pick<NoteTarget, 'type' | 'id'>): Promise<void> {
  try {
    await recountNotes(deps, target, new Date());
  } catch (error) {
    deps.log.warn({ err: error, noteable_type: target.type, noteable_id: target.id }, 'notes not counted yet');
  }
}

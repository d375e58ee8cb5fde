/** Limits the number of notes per target, and maintains the count shown on items. */
import { CombinedCommands } from '@forgemesh/data';
import { itemKey, itemStore } from '#items/model';
import type { NewNoteCount, NoteCounts, NoteRecounts } from './note-counts';
import { notesOn } from './noteable';
import type { Noteable, NoteTarget } from '#items/shared';
import type { NotesDeps } from './deps';

/** Maximum number of user notes on one target; system notes do not count. */
const MAX_NOTES = 5_000;

/**
 * Below this number the count of an item is precise enough for the limit: it lacks at most the
 * notes that are being written.
 */
const CLEARLY_BELOW = MAX_NOTES - 500;

/** Whether a target has less than the maximum number of user notes. */
export async function hasRoom({ notes }: NotesDeps, target: Noteable): Promise<boolean> {
  if (target.item && target.item.user_notes_count < CLEARLY_BELOW) return true;
  const count = await notes.model.countDocuments({ ...notesOn(target), system: false }, { limit: MAX_NOTES });
  return count < MAX_NOTES;
}

/** Recounts the user notes of an item and updates its `updated_at`. Idempotent. */
export async function recountNotes(
  deps: Pick<NotesDeps, 'items' | 'notes'>,
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
 * Recounts the notes after a note was changed or removed, and logs a failure, which the consumer of
 * the note's event repairs.
 */
export async function tryRecountNotes(deps: NotesDeps, target: Pick<NoteTarget, 'type' | 'id'>): Promise<void> {
  await isDone(deps, target, () =>
    deps.noteCounts.recounts.request({ type: target.type, id: target.id, at: new Date() }),
  );
}

/**
 * Counts a new note, and logs a failure likewise. The target was read before the note was written:
 * if the item has not changed since, its count lacks this note only, and is incremented.
 */
export async function countNewNote(deps: NotesDeps, target: Noteable, noteId: number): Promise<void> {
  const counted = isDone(deps, target, async () => {
    const at = new Date();
    const isIncremented =
      target.item && (await deps.noteCounts.increments.request({ type: target.type, item: target.item, at }));
    if (!isIncremented) await deps.noteCounts.recounts.request({ type: target.type, id: target.id, at });
  });
  deps.noteCounts.counted.set(noteId, counted);
  await counted;
}

async function isDone(
  { log }: NotesDeps,
  { type, id }: Pick<NoteTarget, 'type' | 'id'>,
  count: () => Promise<void>,
): Promise<boolean> {
  try {
    await count();
    return true;
  } catch (error) {
    const fields = { err: error, noteable_type: type, noteable_id: id };
    log.warn(fields, 'note recount failed; the event consumer repeats it');
    return false;
  }
}

/** Creates the writer of a process. */
export function createNoteCounts(deps: () => NotesDeps): NoteCounts {
  return new CombinedCommands(async (counts) => {
    // Of several notes on one item, one is incremented: the others would find a changed item.
    const chosen = new Map(counts.map((count) => [itemKey(count.type, count.item._id), count]));
    const areWritten = await writeCounts(deps(), [...chosen.values()]);
    const written = new Set(areWritten ? chosen.values() : []);
    return counts.map((count) => ({ status: 'fulfilled', value: written.has(count) }));
  });
}

/** Creates the counter of a process. */
export function createNoteRecounts(deps: () => NotesDeps): NoteRecounts {
  return new CombinedCommands(async (requested) => {
    // The last was requested last, so its time is the newest.
    const items = new Map(requested.map((item) => [itemKey(item.type, item.id), item]));
    const counted = await Promise.allSettled([...items.values()].map((item) => recountNotes(deps(), item, item.at)));
    const outcomes = new Map([...items.keys()].map((key, at) => [key, counted[at]]));
    return requested.map(({ type, id }) => outcomes.get(itemKey(type, id)) as PromiseSettledResult<void>);
  });
}

async function writeCounts(deps: NotesDeps, counts: readonly NewNoteCount[]): Promise<boolean> {
  const types = [...new Set(counts.map(({ type }) => type))];
  const written = types.map((type) =>
    itemStore(deps, type)?.changeAll(
      counts
        .filter((count) => count.type === type)
        .map(({ item, at }) => ({
          document: item,
          change: {
            set: { updated_at: item.updated_at > at ? item.updated_at : at },
            update: { $inc: { user_notes_count: 1 } },
          },
        })),
    ),
  );
  return (await Promise.all(written)).every(Boolean);
}

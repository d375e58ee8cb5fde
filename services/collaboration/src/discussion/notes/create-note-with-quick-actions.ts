/** Writes a user's note and runs its quick actions. */
import type { Call } from '@forgemesh/rpc';
import type { NoteDocument } from './note.model';
import { commandsOnly } from './note-errors';
import { writeNote, type NewNote } from './write-note';
import { assertCanWriteOn } from '#access';
import type { Noteable } from '#items/shared';
import type { NotesDeps } from './deps';

/** A note, and a sentence for each of its quick actions; undefined without any. */
export interface WrittenNote {
  note: NoteDocument;
  summary: string[] | undefined;
}

/**
 * A note that consists of actions only is not stored: after the actions have run, it throws the
 * error that the API specifies for that.
 */
export async function createNoteWithQuickActions(
  call: Call<NotesDeps>,
  target: Noteable,
  fields: NewNote,
): Promise<WrittenNote> {
  const { note, summary } = await writeNoteWithQuickActions(call, target, fields);
  if (note === null) throw commandsOnly(summary ?? []);
  return { note, summary };
}

/** The same, but returns null in place of a note that consists of actions only. */
export async function writeNoteWithQuickActions(
  call: Call<NotesDeps>,
  target: Noteable,
  { body, ...note }: NewNote,
): Promise<{ note: NoteDocument | null; summary: string[] | undefined }> {
  const { text, run } = call.deps.parseQuickActions(body, target.type);
  assertCanWriteOn(target);
  if (text === '' && run) return { note: null, summary: await run(call, target) };
  const written = await writeNote(call, target, { ...note, body: text });
  return { note: written, summary: await run?.(call, target) };
}

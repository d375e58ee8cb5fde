/** Writes a user's note and runs its quick actions. */
import type { Call } from '@forgemesh/rpc';
import type { NoteDocument } from './note.model';
import { commandsOnly } from './note-errors';
import { writeNote, type NewNote } from './write-note';
import { assertCanWriteOn } from '#access';
import type { Noteable } from '#items/shared';
import type { NotesDeps } from './deps';

/**
 * A note that consists of actions only is not stored: after the actions have run, it throws the
 * error that the API specifies for that.
 */
export async function createNoteWithQuickActions(
  call: Call<NotesDeps>,
  target: Noteable,
  { body, ...note }: NewNote,
): Promise<NoteDocument> {
  const { text, run } = call.deps.parseQuickActions(body, target.type);
  assertCanWriteOn(target);
  if (text === '' && run) {
    throw commandsOnly(await run(call, target));
  }
  const written = await writeNote(call, target, { ...note, body: text });
  await run?.(call, target);
  return written;
}

/** Writes a user's note and runs its quick actions. */
import type { NoteDocument } from '#discussion/notes/note.model';
import type { Noteable } from '#discussion/notes/noteable';
import { invalidNote } from '#discussion/notes/note-errors';
import { writeNote, type NewNote } from '#discussion/notes/write-note';
import type { CollaborationCall } from '#operation';
import { assertCanWriteOn } from '#access/policy';
import { parseQuickActions } from './parse-quick-actions';
import { runQuickActions } from './run-quick-actions';

/**
 * A note that consists of actions only is not stored: after the actions have run, it throws the
 * error that the API specifies for that.
 */
export async function createNoteWithQuickActions(
  call: CollaborationCall,
  target: Noteable,
  { body, ...note }: NewNote,
): Promise<NoteDocument> {
  const { text, actions } = parseQuickActions(body, target.type);
  assertCanWriteOn(target);
  if (text === '' && actions.length > 0) {
    await runQuickActions(call, target, actions);
    throw invalidNote('commands_only', 'Commands applied');
  }
  const written = await writeNote(call, target, { ...note, body: text });
  await runQuickActions(call, target, actions);
  return written;
}

/** Writes a user's note and runs its quick actions. */
import type { NoteDocument } from '../notes/note.model';
import type { Noteable } from '../notes/noteable';
import { refusedNote } from '../notes/refused-note';
import { writeNote, type NewNote } from '../notes/write-note';
import type { CollaborationCall } from '../../operation';
import { assertMayWriteOn } from '../../access/policy';
import { parseQuickActions } from './parse-quick-actions';
import { runQuickActions } from './run-quick-actions';

/**
 * A note that consists of actions only is not stored: after the actions have run, it throws the
 * error that the API specifies for that.
 */
export async function writeActingNote(
  call: CollaborationCall,
  target: Noteable,
  { body, ...note }: NewNote,
): Promise<NoteDocument> {
  const { text, actions } = parseQuickActions(body, target.type);
  assertMayWriteOn(target);
  if (text === '' && actions.length > 0) {
    await runQuickActions(call, target, actions);
    throw refusedNote('commands_only', 'Commands applied');
  }
  const earlier = await call.deps.notes.findByOperation(call.operationId ?? '');
  const written = earlier ?? (await writeNote(call, target, { ...note, body: text }));
  await runQuickActions(call, target, actions);
  return written;
}

/** Writes a note of a person, and does what its quick actions say. */
import type { NoteDocument } from '../notes/note.model';
import type { Noteable } from '../notes/noteable';
import { refusedNote } from '../notes/refused-note';
import { writeNote, type NewNote } from '../notes/write-note';
import type { CollaborationCall } from '../../operation';
import { assertMayWriteOn } from '../../access/policy';
import { parseQuickActions } from './parse-quick-actions';
import { runQuickActions } from './run-quick-actions';

/**
 * Nothing is stored of a note that says nothing else: throws the error that tells so, after the
 * actions are done.
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

import type { Call } from '@forgemesh/rpc';
import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import { assertCanWriteOn, canChangeNote } from '#access';
import { tryRecountNotes } from './count-notes';
import { noteOn } from './noteable';
import type { Noteable } from '#items/shared';
import type { NotesDeps } from './deps';

/**
 * Removes a note on a target. The consumer of its event removes its reactions. Throws
 * ForbiddenError if the caller may not.
 */
export async function removeNote(call: Call<NotesDeps>, target: Noteable, id: number): Promise<object> {
  const { deps, principal } = call;
  const note = await noteOn(call, target, id);
  assertCanWriteOn(target);
  if (!canChangeNote(note, target, principal)) throw new ForbiddenError();
  call.assertUnmodified(note.updated_at);
  const isRemoved = await deps.notes.remove(note, { type: 'collaboration.note.deleted', actor: principal.id });
  if (!isRemoved) throw new NotFoundError('Note');
  await tryRecountNotes(deps, target);
  return {};
}

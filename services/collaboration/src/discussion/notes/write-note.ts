/** Writes the notes of users. */
import type { Call } from '@forgemesh/rpc';
import { OWNER } from '@forgemesh/access';
import { searchFields } from '@forgemesh/data';
import { itemKey } from '#items/model';
import { assertCanWriteOn } from '#access';
import { countNewNote, hasRoom, tryRecountNotes } from './count-notes';
import type { NoteDocument } from './note.model';
import { invalidNote } from './note-errors';
import { newSuggestions } from './new-suggestions';
import { newDiscussionId } from './system-notes';
import type { Noteable } from '#items/shared';
import type { NotesDeps } from './deps';

/** The body of a note, and its place in a discussion; by default it is an individual note. */
export interface NewNote extends Partial<
  Pick<
    NoteDocument,
    | 'type'
    | 'discussion_id'
    | 'resolvable'
    | 'resolved_at'
    | 'resolved_by_id'
    | 'position'
    | 'commit_line'
    | 'commit_id'
    | 'parent_id'
  >
> {
  body: string;
  /** Time of writing; ignored unless the caller is an owner or administrator. */
  created_at?: string | undefined;
}

/**
 * Writes a note on a target, and updates the target's count. A repeated request returns the note of
 * the first one.
 */
export async function writeNote(
  call: Call<NotesDeps>,
  target: Noteable,
  { body, created_at: requestedDate, ...fields }: NewNote,
): Promise<NoteDocument> {
  const { deps, principal, operationId } = call;
  assertCanWriteOn(target);
  if (body.trim() === '') throw invalidNote('note', "can't be blank");
  if (!(await hasRoom(deps, target))) {
    const earlier = await deps.notes.findByOperation(operationId ?? '');
    if (earlier) return earlier;
    throw invalidNote('base', 'Maximum number of comments exceeded');
  }
  const at = requestedDate !== undefined && target.level >= OWNER ? new Date(requestedDate) : new Date();
  const [_id, suggestions] = await Promise.all([
    deps.notes.nextId(),
    newSuggestions(deps, target, { body, position: fields.position ?? null }),
  ]);
  // For the event of the note.
  if (target.iid !== null) deps.items.numbers.set(itemKey(target.type, target.id), target.iid);
  const note = await deps.notes.insert(
    {
      _id,
      noteable_type: target.type,
      noteable_id: target.id,
      commit_id: target.commit_id,
      project_id: target.project_id,
      group_id: target.group_id,
      author_id: principal.id,
      body,
      system: false,
      ...searchFields(body),
      type: null,
      discussion_id: newDiscussionId(),
      resolvable: false,
      position: null,
      commit_line: null,
      resolved_at: null,
      resolved_by_id: null,
      ...fields,
      ...(suggestions.length > 0 && { suggestions }),
      created_at: at,
      updated_at: at,
      ...(operationId !== undefined && { operation_id: operationId }),
    },
    [{ type: 'collaboration.note.created', actor: principal.id }],
  );
  // The first attempt of a repeated request may have counted its note.
  await (note._id === _id ? countNewNote(deps, target, _id) : tryRecountNotes(deps, target));
  return note;
}

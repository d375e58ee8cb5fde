import type { Call } from '@forgemesh/rpc';
import { searchFields } from '@forgemesh/data';
import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import { type Mentions, newMentions } from '#texts';
import { assertCanWriteOn, canChangeNote } from '#access';
import { tryRecountNotes } from './count-notes';
import type { NoteDocument } from './note.model';
import { newSuggestions } from './new-suggestions';
import { noteOn } from './noteable';
import { invalidNoteChange } from './note-errors';
import type { Noteable } from '#items/shared';
import type { NotesDeps } from './deps';

/** Changes the body of a note on a target. Throws ForbiddenError if the caller may not. */
export async function changeNote(
  call: Call<NotesDeps>,
  target: Noteable,
  id: number,
  body: string,
): Promise<NoteDocument> {
  const { deps, principal } = call;
  const note = await noteOn(call, target, id);
  assertCanWriteOn(target);
  if (!canChangeNote(note, target, principal)) throw new ForbiddenError();
  if (body.trim() === '') throw invalidNoteChange('note', "can't be blank");
  const isSuggested = note.suggestions?.some(({ commit_id: commitId }) => commitId !== null) === true;
  // Suggestions of a note stay as they were applied.
  const suggestions = isSuggested ? note.suggestions : await newSuggestions(deps, target, { ...note, body });
  const changed = await deps.notes.mutate(note._id, (current) =>
    current.body === body
      ? null
      : {
          set: {
            body,
            ...searchFields(body),
            ...((current.suggestions !== undefined || suggestions?.length) && { suggestions: suggestions ?? [] }),
            updated_at: new Date(),
          },
          // Events carry the new mentions instead of the texts, which are too long; consumers need
          // only these.
          events: [{ type: 'collaboration.note.updated', actor: principal.id, changes: mentionChanges(current, body) }],
        },
  );
  if (!changed) throw new NotFoundError('Note');
  await tryRecountNotes(deps, target);
  return changed;
}

function mentionChanges({ body: before }: NoteDocument, body: string): { mentioned: Mentions } {
  return { mentioned: newMentions(before, body) };
}

import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { type Call, operation } from '@forgemesh/rpc';
import { DraftNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/draft_note';
import { positionIn } from '#discussion/discussions';
import { invalidNoteChange, mergeRequestOf } from '#discussion/notes';
import { presentDraftNote } from '../draft-note.entity';
import { findOwnDraft } from '../own-drafts';
import type { DraftNotesDeps } from '../deps';

/** Changes the text or the position of a draft note. */
export const updateDraftNote = operation(
  DraftNoteServiceDefinition.updateDraftNote,
  async (request, call: Call<DraftNotesDeps>) => {
    const { deps } = call;
    const { note } = request;
    const target = await mergeRequestOf(call, request.merge_request_iid);
    const found = await findOwnDraft(call, target, request.draft_note_id);
    if (note?.trim() === '') throw invalidNoteChange('note', "can't be blank");
    if (request.position && found.discussion_id !== null)
      throw new BadRequestError('A reply has the position of its thread');
    const position = request.position ? await positionIn(deps, target.id, request.position) : found.position;
    const changed = await deps.draftNotes.mutate(found._id, (current) => ({
      set: { note: note ?? current.note, position },
    }));
    if (!changed) throw new NotFoundError('Draft Note');
    return presentDraftNote(changed);
  },
);

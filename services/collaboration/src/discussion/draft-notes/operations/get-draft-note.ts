import { type Call, operation } from '@forgemesh/rpc';
import { DraftNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/draft_note';
import { mergeRequestOf } from '#discussion/notes';
import { presentDraftNote } from '../draft-note.entity';
import { findOwnDraft } from '../own-drafts';
import type { DraftNotesDeps } from '../deps';

/** Gets a draft note of the caller. */
export const getDraftNote = operation(
  DraftNoteServiceDefinition.getDraftNote,
  async ({ merge_request_iid: iid, draft_note_id: id }, call: Call<DraftNotesDeps>) =>
    presentDraftNote(await findOwnDraft(call, await mergeRequestOf(call, iid), id)),
);

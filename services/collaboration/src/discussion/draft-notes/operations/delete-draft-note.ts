import { type Call, operation } from '@forgemesh/rpc';
import { DraftNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/draft_note';
import { mergeRequestOf } from '#discussion/notes';
import { findOwnDraft } from '../own-drafts';
import type { DraftNotesDeps } from '../deps';

/** Deletes a draft note of the caller. */
export const deleteDraftNote = operation(
  DraftNoteServiceDefinition.deleteDraftNote,
  async ({ merge_request_iid: iid, draft_note_id: id }, call: Call<DraftNotesDeps>) => {
    const draft = await findOwnDraft(call, await mergeRequestOf(call, iid), id);
    await call.deps.draftNotes.deleteMany({ _id: draft._id });
    return {};
  },
);

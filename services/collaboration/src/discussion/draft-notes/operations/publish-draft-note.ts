import { type Call, operation } from '@forgemesh/rpc';
import { DraftNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/draft_note';
import { mergeRequestOf } from '#discussion/notes';
import { findOwnDraft } from '../own-drafts';
import { publishDraft } from '../publish-draft';
import type { DraftNotesDeps } from '../deps';

/** Publishes a draft note of the caller. */
export const publishDraftNote = operation(
  DraftNoteServiceDefinition.publishDraftNote,
  async ({ merge_request_iid: iid, draft_note_id: id }, call: Call<DraftNotesDeps>) => {
    const target = await mergeRequestOf(call, iid);
    await publishDraft(call, target, await findOwnDraft(call, target, id));
    return {};
  },
);

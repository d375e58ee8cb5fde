import { listPage } from '@forgemesh/data';
import { type Call, operation } from '@forgemesh/rpc';
import { DraftNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/draft_note';
import { mergeRequestOf } from '#discussion/notes';
import { presentDraftNote } from '../draft-note.entity';
import { ownDrafts } from '../own-drafts';
import type { DraftNotesDeps } from '../deps';

/** Lists the caller's draft notes on a merge request. */
export const listDraftNotes = operation(
  DraftNoteServiceDefinition.listDraftNotes,
  async (request, call: Call<DraftNotesDeps>) => {
    const target = await mergeRequestOf(call, request.merge_request_iid);
    const drafts = await listPage(call, {
      model: call.deps.draftNotes.model,
      filter: ownDrafts(call, target),
      sort: { _id: 1 },
      request,
    });
    return { draft_notes: drafts.map(presentDraftNote) };
  },
);

import { type Call, operation } from '@forgemesh/rpc';
import { DraftNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/draft_note';
import { assertCanWriteOn } from '#access';
import { mergeRequestOf, writeNoteWithQuickActions } from '#discussion/notes';
import { assertCanReview, findMergeRequest } from '#items/merge-requests';
import { listOwnDrafts } from '../own-drafts';
import { publishDraft } from '../publish-draft';
import type { DraftNotesDeps } from '../deps';

/** Finishes a review: publishes all draft notes, the summary and the verdict of the caller. */
export const publishDraftNotes = operation(
  DraftNoteServiceDefinition.publishDraftNotes,
  async ({ merge_request_iid: iid, note, reviewer_state }, call: Call<DraftNotesDeps>) => {
    const target = await mergeRequestOf(call, iid);
    assertCanWriteOn(target);
    const request = await findMergeRequest(call, iid);
    if (reviewer_state !== undefined) assertCanReview(call, request);
    // In the order in which they were written, which the activity shows.
    for (const draft of await listOwnDrafts(call, target)) await publishDraft(call, target, draft);
    if (note !== undefined && note.trim() !== '') await writeNoteWithQuickActions(call, target, { body: note });
    if (reviewer_state !== undefined) {
      const state = reviewer_state === 'reviewed' ? 'reviewed' : 'requested_changes';
      await call.deps.finishReview(call, request, state);
    }
    return {};
  },
);

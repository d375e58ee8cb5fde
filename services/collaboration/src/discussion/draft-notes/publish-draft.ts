/** Turns draft notes into notes. */
import type { Call } from '@forgemesh/rpc';
import { isForgeError } from '@forgemesh/errors';
import { canResolve } from '#access';
import { callForWrite } from '#call';
import { findDiscussion, replyFields, resolveNotes, threadFields } from '#discussion/discussions';
import { type NewNote, writeNoteWithQuickActions } from '#discussion/notes';
import type { Noteable } from '#items/shared';
import type { DraftNoteDocument } from './draft-note.model';
import type { DraftNotesDeps } from './deps';

/**
 * Publishes a draft note and removes it. A note that was published before a crash is not published
 * again.
 */
export async function publishDraft(
  call: Call<DraftNotesDeps>,
  target: Noteable,
  draft: DraftNoteDocument,
): Promise<void> {
  const { deps, principal } = call;
  const own = callForWrite(call, `draft_note/${draft._id}`);
  const place = await placeOf(own, target, draft);
  const about = draft.commit_id === null ? {} : { commit_id: draft.commit_id };
  const { note } = await writeNoteWithQuickActions(own, target, { body: draft.note, ...place, ...about });
  const thread = note?.discussion_id ?? draft.discussion_id;
  if (draft.resolve_discussion && thread !== null && canResolve(target, principal)) {
    const notes = await findDiscussion(call, target, thread);
    if (notes.some(({ resolvable, resolved_at: at }) => resolvable && at === null))
      await resolveNotes(call, target, notes, true);
  }
  await deps.draftNotes.deleteMany({ _id: draft._id });
}

/** Where the note is written. A reply to a thread that was deleted starts one. */
async function placeOf(
  call: Call<DraftNotesDeps>,
  target: Noteable,
  { discussion_id: id, position }: DraftNoteDocument,
): Promise<Omit<NewNote, 'body'>> {
  if (position) return threadFields(target, position);
  if (id === null) return {};
  try {
    return await replyFields(call, target, await findDiscussion(call, target, id));
  } catch (error) {
    if (isForgeError(error) && error.reason === 'not_found') return threadFields(target, null);
    throw error;
  }
}

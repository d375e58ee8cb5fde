import { BadRequestError, ForbiddenError } from '@forgemesh/errors';
import { type Call, operation } from '@forgemesh/rpc';
import { DraftNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/draft_note';
import { assertCanWriteOn, canResolve } from '#access';
import { findDiscussion, positionIn } from '#discussion/discussions';
import { invalidNote, mergeRequestOf } from '#discussion/notes';
import { presentDraftNote } from '../draft-note.entity';
import { MAX_DRAFTS, ownDrafts } from '../own-drafts';
import type { DraftNotesDeps } from '../deps';

/** Creates a draft note of the caller on a merge request. */
export const createDraftNote = operation(
  DraftNoteServiceDefinition.createDraftNote,
  async (request, call: Call<DraftNotesDeps>) => {
    const { deps, principal, operationId } = call;
    const { merge_request_iid: iid, note, in_reply_to_discussion_id: thread, resolve_discussion = false } = request;
    const target = await mergeRequestOf(call, iid);
    assertCanWriteOn(target);
    if (resolve_discussion && !canResolve(target, principal)) throw new ForbiddenError();
    if (note.trim() === '') throw invalidNote('note', "can't be blank");
    if (request.commit_id !== undefined && !/^[0-9a-f]{40}$/.test(request.commit_id))
      throw new BadRequestError('commit_id is invalid');
    const position = request.position ? await positionIn(deps, target.id, request.position) : null;
    const [first] = thread === undefined ? [] : await findDiscussion(call, target, thread);
    if (first?.system) throw new BadRequestError('400 (Bad request) "Discussion can not be replied to." not given');
    const earlier = await deps.draftNotes.findByOperation(operationId ?? '');
    if (earlier) return presentDraftNote(earlier);
    if ((await deps.draftNotes.model.countDocuments(ownDrafts(call, target))) >= MAX_DRAFTS)
      throw new BadRequestError(`A review has at most ${MAX_DRAFTS} draft notes`);
    const draft = await deps.draftNotes.insert({
      _id: await deps.draftNotes.nextId(),
      ...ownDrafts(call, target),
      project_id: call.resource('id').id,
      note,
      discussion_id: thread ?? null,
      resolve_discussion,
      commit_id: request.commit_id ?? null,
      position,
      created_at: new Date(),
      ...(operationId !== undefined && { operation_id: operationId }),
    });
    return presentDraftNote(draft);
  },
);

import { listPage, type PageRequest } from '@forgemesh/data';
import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import {
  IssueAwardEmojiServiceDefinition,
  MergeRequestAwardEmojiServiceDefinition,
  SnippetAwardEmojiServiceDefinition,
  type ListAwardEmojiResponse,
} from '@forgemesh/proto/collaboration/v1/award_emoji';
import { issueOf, mergeRequestOf, notesOn, snippetOf } from '#discussion/notes';
import type { Noteable } from '#items/shared';
import { presentAwards } from '../award-emoji.entity';
import { awardableOf, awardsOn } from '../awardable';
import type { AwardEmojiDeps } from '../deps';

/** Lists the reactions to an issue, to a note on it, or to both. */
export const listIssueAwardEmoji = operation(
  IssueAwardEmojiServiceDefinition.listIssueAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) => listAwards(call, await issueOf(call, request.issue_iid), request),
);

/** Lists the reactions to a merge request, to a note on it, or to both. */
export const listMergeRequestAwardEmoji = operation(
  MergeRequestAwardEmojiServiceDefinition.listMergeRequestAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) =>
    listAwards(call, await mergeRequestOf(call, request.merge_request_iid), request),
);

/** Lists the reactions to a snippet, to a note on it, or to both. */
export const listSnippetAwardEmoji = operation(
  SnippetAwardEmojiServiceDefinition.listSnippetAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) => listAwards(call, await snippetOf(call, request.snippet_id), request),
);

interface Request extends PageRequest {
  note_id?: number | undefined;
  include_notes?: boolean | undefined;
}

async function listAwards(
  call: Call<AwardEmojiDeps>,
  target: Noteable,
  request: Request,
): Promise<ResponseOf<ListAwardEmojiResponse>> {
  const onOne = awardsOn(await awardableOf(call, target, request.note_id));
  const isWithNotes = request.include_notes === true && request.note_id === undefined;
  const awards = await listPage(call, {
    model: call.deps.awardEmoji.model,
    filter: isWithNotes ? { $or: [onOne, await awardsOnNotes(call, target)] } : onOne,
    sort: { _id: 1 },
    request,
  });
  return { award_emoji: await presentAwards(call.deps, awards) };
}

/** Condition on the reactions to the notes of users, which everybody sees who sees the target. */
async function awardsOnNotes({ deps }: Call<AwardEmojiDeps>, target: Noteable) {
  const notes = await deps.notes.model
    .find({ ...notesOn(target), system: false }, { _id: 1 })
    .lean<{ _id: number }[]>();
  return { awardable_type: 'Note' as const, awardable_id: { $in: notes.map(({ _id: id }) => id) } };
}

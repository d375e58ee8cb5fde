import { listPage, type PageRequest } from '@forgemesh/data';
import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import {
  IssueAwardEmojiServiceDefinition,
  MergeRequestAwardEmojiServiceDefinition,
  SnippetAwardEmojiServiceDefinition,
  type ListAwardEmojiResponse,
} from '@forgemesh/proto/collaboration/v1/award_emoji';
import { issueOf, mergeRequestOf, snippetOf } from '#discussion/notes';
import { presentAwards } from '../award-emoji.entity';
import { awardableOf, awardsOn, type Awardable } from '../awardable';
import type { AwardEmojiDeps } from '../deps';

/** Lists the reactions to an issue or to a note on it. */
export const listIssueAwardEmoji = operation(
  IssueAwardEmojiServiceDefinition.listIssueAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) =>
    listAwards(call, await awardableOf(call, await issueOf(call, request.issue_iid), request.note_id), request),
);

/** Lists the reactions to a merge request or to a note on it. */
export const listMergeRequestAwardEmoji = operation(
  MergeRequestAwardEmojiServiceDefinition.listMergeRequestAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) =>
    listAwards(
      call,
      await awardableOf(call, await mergeRequestOf(call, request.merge_request_iid), request.note_id),
      request,
    ),
);

/** Lists the reactions to a snippet or to a note on it. */
export const listSnippetAwardEmoji = operation(
  SnippetAwardEmojiServiceDefinition.listSnippetAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) =>
    listAwards(call, await awardableOf(call, await snippetOf(call, request.snippet_id), request.note_id), request),
);

async function listAwards(
  call: Call<AwardEmojiDeps>,
  awardable: Awardable,
  request: PageRequest,
): Promise<ResponseOf<ListAwardEmojiResponse>> {
  const awards = await listPage(call, {
    model: call.deps.awardEmoji.model,
    filter: awardsOn(awardable),
    sort: { _id: 1 },
    request,
  });
  return { award_emoji: await presentAwards(call.deps, awards) };
}

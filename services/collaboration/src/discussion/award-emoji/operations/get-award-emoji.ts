import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import {
  IssueAwardEmojiServiceDefinition,
  MergeRequestAwardEmojiServiceDefinition,
  SnippetAwardEmojiServiceDefinition,
  type AwardEmoji,
} from '@forgemesh/proto/collaboration/v1/award_emoji';
import { issueOf, mergeRequestOf, snippetOf } from '#discussion/notes';
import { presentAward } from '../award-emoji.entity';
import { awardableOf, awardOn, type Awardable } from '../awardable';
import type { AwardEmojiDeps } from '../deps';

/** Gets one reaction to an issue or to a note on it. */
export const getIssueAwardEmoji = operation(
  IssueAwardEmojiServiceDefinition.getIssueAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) =>
    getAward(call, await awardableOf(call, await issueOf(call, request.issue_iid), request.note_id), request.award_id),
);

/** Gets one reaction to a merge request or to a note on it. */
export const getMergeRequestAwardEmoji = operation(
  MergeRequestAwardEmojiServiceDefinition.getMergeRequestAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) =>
    getAward(
      call,
      await awardableOf(call, await mergeRequestOf(call, request.merge_request_iid), request.note_id),
      request.award_id,
    ),
);

/** Gets one reaction to a snippet or to a note on it. */
export const getSnippetAwardEmoji = operation(
  SnippetAwardEmojiServiceDefinition.getSnippetAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) =>
    getAward(
      call,
      await awardableOf(call, await snippetOf(call, request.snippet_id), request.note_id),
      request.award_id,
    ),
);

async function getAward(call: Call<AwardEmojiDeps>, awardable: Awardable, id: number): Promise<ResponseOf<AwardEmoji>> {
  return presentAward(call.deps, await awardOn(call, awardable, id));
}

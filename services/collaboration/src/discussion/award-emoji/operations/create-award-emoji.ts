import { NotFoundError } from '@forgemesh/errors';
import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import { emojiName } from '@forgemesh/markdown';
import {
  IssueAwardEmojiServiceDefinition,
  MergeRequestAwardEmojiServiceDefinition,
  SnippetAwardEmojiServiceDefinition,
  type AwardEmoji,
} from '@forgemesh/proto/collaboration/v1/award_emoji';
import { issueOf, mergeRequestOf, snippetOf } from '#discussion/notes';
import { presentAward } from '../award-emoji.entity';
import { awardableOf, type Awardable } from '../awardable';
import { react } from '../react';
import type { AwardEmojiDeps } from '../deps';

/** Reacts to an issue or to a note on it. */
export const createIssueAwardEmoji = operation(
  IssueAwardEmojiServiceDefinition.createIssueAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) =>
    createAward(call, await awardableOf(call, await issueOf(call, request.issue_iid), request.note_id), request.name),
);

/** Reacts to a merge request or to a note on it. */
export const createMergeRequestAwardEmoji = operation(
  MergeRequestAwardEmojiServiceDefinition.createMergeRequestAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) =>
    createAward(
      call,
      await awardableOf(call, await mergeRequestOf(call, request.merge_request_iid), request.note_id),
      request.name,
    ),
);

/** Reacts to a snippet or to a note on it. */
export const createSnippetAwardEmoji = operation(
  SnippetAwardEmojiServiceDefinition.createSnippetAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) =>
    createAward(
      call,
      await awardableOf(call, await snippetOf(call, request.snippet_id), request.note_id),
      request.name,
    ),
);

async function createAward(
  call: Call<AwardEmojiDeps>,
  awardable: Awardable,
  text: string,
): Promise<ResponseOf<AwardEmoji>> {
  if (awardable.is_closed) throw new NotFoundError('Award Emoji');
  const name = emojiName(text);
  if (name === null) throw new NotFoundError('Award Emoji Name is not included in the list');
  const earlier = await call.deps.awardEmoji.findByOperation(call.operationId ?? '');
  const award = earlier ?? (await react(call, awardable, name));
  if (!award) throw new NotFoundError('Award Emoji Name has already been taken');
  return presentAward(call.deps, award);
}

import { type Call, operation } from '@forgemesh/rpc';
import { NotFoundError, UnauthenticatedError } from '@forgemesh/errors';
import {
  IssueAwardEmojiServiceDefinition,
  MergeRequestAwardEmojiServiceDefinition,
  SnippetAwardEmojiServiceDefinition,
} from '@forgemesh/proto/collaboration/v1/award_emoji';
import { issueOf, mergeRequestOf, snippetOf } from '#discussion/notes';
import { awardableOf, awardOn, type Awardable } from '../awardable';
import { tryRecountVotes } from '../count-votes';
import type { AwardEmojiDeps } from '../deps';

/** Removes a reaction to an issue or to a note on it. */
export const deleteIssueAwardEmoji = operation(
  IssueAwardEmojiServiceDefinition.deleteIssueAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) =>
    deleteAward(
      call,
      await awardableOf(call, await issueOf(call, request.issue_iid), request.note_id),
      request.award_id,
    ),
);

/** Removes a reaction to a merge request or to a note on it. */
export const deleteMergeRequestAwardEmoji = operation(
  MergeRequestAwardEmojiServiceDefinition.deleteMergeRequestAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) =>
    deleteAward(
      call,
      await awardableOf(call, await mergeRequestOf(call, request.merge_request_iid), request.note_id),
      request.award_id,
    ),
);

/** Removes a reaction to a snippet or to a note on it. */
export const deleteSnippetAwardEmoji = operation(
  SnippetAwardEmojiServiceDefinition.deleteSnippetAwardEmoji,
  async (request, call: Call<AwardEmojiDeps>) =>
    deleteAward(
      call,
      await awardableOf(call, await snippetOf(call, request.snippet_id), request.note_id),
      request.award_id,
    ),
);

async function deleteAward(call: Call<AwardEmojiDeps>, awardable: Awardable, id: number): Promise<object> {
  const { deps, principal } = call;
  const award = await awardOn(call, awardable, id);
  // The API specifies 401 here.
  if (award.user_id !== principal.id && !principal.admin) throw new UnauthenticatedError();
  const event = { type: 'collaboration.award_emoji.deleted' as const, actor: principal.id };
  if (!(await deps.awardEmoji.remove(award, event))) throw new NotFoundError('Award Emoji');
  await tryRecountVotes(deps, awardable);
  return {};
}

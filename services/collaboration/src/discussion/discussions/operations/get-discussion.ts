import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import type { Discussion } from '@forgemesh/proto/collaboration/v1/discussion';
import { CommitDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/commit_discussion';
import { EpicDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_discussion';
import { IssueDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_discussion';
import { MergeRequestDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_discussion';
import { SnippetDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/snippet_discussion';
import { commitOf } from '#discussion/commit-comments';
import { epicOf, issueOf, mergeRequestOf, snippetOf } from '#discussion/notes';
import { presentDiscussion } from '../discussion.entity';
import { findDiscussion } from '../find-discussion';
import type { Noteable } from '#items/shared';
import type { DiscussionsDeps } from '../deps';

/** Gets one discussion on an issue. */
export const getIssueDiscussion = operation(
  IssueDiscussionServiceDefinition.getIssueDiscussion,
  async (request, call: Call<DiscussionsDeps>) =>
    getDiscussion(call, await issueOf(call, request.issue_iid), request.discussion_id),
);

/** Gets one discussion on a merge request. */
export const getMergeRequestDiscussion = operation(
  MergeRequestDiscussionServiceDefinition.getMergeRequestDiscussion,
  async (request, call: Call<DiscussionsDeps>) =>
    getDiscussion(call, await mergeRequestOf(call, request.merge_request_iid), request.discussion_id),
);

/** Gets one discussion on a snippet. */
export const getSnippetDiscussion = operation(
  SnippetDiscussionServiceDefinition.getSnippetDiscussion,
  async (request, call: Call<DiscussionsDeps>) =>
    getDiscussion(call, await snippetOf(call, request.snippet_id), request.discussion_id),
);

/** Gets one discussion on a commit. */
export const getCommitDiscussion = operation(
  CommitDiscussionServiceDefinition.getCommitDiscussion,
  async (request, call: Call<DiscussionsDeps>) =>
    getDiscussion(call, (await commitOf(call, request.commit_id)).target, request.discussion_id),
);

/** Gets one discussion on an epic. */
export const getEpicDiscussion = operation(
  EpicDiscussionServiceDefinition.getEpicDiscussion,
  async (request, call: Call<DiscussionsDeps>) =>
    getDiscussion(call, await epicOf(call, request.epic_id), request.discussion_id),
);

async function getDiscussion(
  call: Call<DiscussionsDeps>,
  target: Noteable,
  id: string,
): Promise<ResponseOf<Discussion>> {
  return presentDiscussion(call.deps, await findDiscussion(call, target, id), target);
}

import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import { CommitDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/commit_discussion';
import { EpicDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_discussion';
import { IssueDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_discussion';
import { MergeRequestDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_discussion';
import type { Note } from '@forgemesh/proto/collaboration/v1/note';
import { SnippetDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/snippet_discussion';
import { commitOf } from '#discussion/commit-comments';
import { epicOf, issueOf, mergeRequestOf, presentNote, snippetOf } from '#discussion/notes';
import { findNoteIn } from '../find-discussion';
import type { Noteable } from '#items/shared';
import type { DiscussionsDeps } from '../deps';

/** Gets one note of a discussion on an issue. */
export const getIssueDiscussionNote = operation(
  IssueDiscussionServiceDefinition.getIssueDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) => getNote(call, await issueOf(call, request.issue_iid), request),
);

/** Gets one note of a discussion on a merge request. */
export const getMergeRequestDiscussionNote = operation(
  MergeRequestDiscussionServiceDefinition.getMergeRequestDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) =>
    getNote(call, await mergeRequestOf(call, request.merge_request_iid), request),
);

/** Gets one note of a discussion on a snippet. */
export const getSnippetDiscussionNote = operation(
  SnippetDiscussionServiceDefinition.getSnippetDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) => getNote(call, await snippetOf(call, request.snippet_id), request),
);

/** Gets one note of a discussion on a commit. */
export const getCommitDiscussionNote = operation(
  CommitDiscussionServiceDefinition.getCommitDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) =>
    getNote(call, (await commitOf(call, request.commit_id)).target, request),
);

/** Gets one note of a discussion on an epic. */
export const getEpicDiscussionNote = operation(
  EpicDiscussionServiceDefinition.getEpicDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) => getNote(call, await epicOf(call, request.epic_id), request),
);

async function getNote(
  call: Call<DiscussionsDeps>,
  target: Noteable,
  request: { discussion_id: string; note_id: number },
): Promise<ResponseOf<Note>> {
  return presentNote(call.deps, await findNoteIn(call, target, request), target.iid);
}

import { type Call, operation } from '@forgemesh/rpc';
import { CommitDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/commit_discussion';
import { EpicDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_discussion';
import { IssueDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_discussion';
import { MergeRequestDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_discussion';
import { SnippetDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/snippet_discussion';
import { commitOf } from '#discussion/commit-comments';
import { epicOf, issueOf, mergeRequestOf, removeNote, snippetOf } from '#discussion/notes';
import { findNoteIn } from '../find-discussion';
import type { Noteable } from '#items/shared';
import type { DiscussionsDeps } from '../deps';

/** Removes a note of a discussion on an issue. */
export const deleteIssueDiscussionNote = operation(
  IssueDiscussionServiceDefinition.deleteIssueDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) => deleteNote(call, await issueOf(call, request.issue_iid), request),
);

/** Removes a note of a discussion on a merge request. */
export const deleteMergeRequestDiscussionNote = operation(
  MergeRequestDiscussionServiceDefinition.deleteMergeRequestDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) =>
    deleteNote(call, await mergeRequestOf(call, request.merge_request_iid), request),
);

/** Removes a note of a discussion on a snippet. */
export const deleteSnippetDiscussionNote = operation(
  SnippetDiscussionServiceDefinition.deleteSnippetDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) => deleteNote(call, await snippetOf(call, request.snippet_id), request),
);

/** Removes a note of a discussion on a commit. */
export const deleteCommitDiscussionNote = operation(
  CommitDiscussionServiceDefinition.deleteCommitDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) =>
    deleteNote(call, (await commitOf(call, request.commit_id)).target, request),
);

/** Removes a note of a discussion on an epic. */
export const deleteEpicDiscussionNote = operation(
  EpicDiscussionServiceDefinition.deleteEpicDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) => deleteNote(call, await epicOf(call, request.epic_id), request),
);

async function deleteNote(
  call: Call<DiscussionsDeps>,
  target: Noteable,
  request: { discussion_id: string; note_id: number },
): Promise<object> {
  await findNoteIn(call, target, request);
  return removeNote(call, target, request.note_id);
}

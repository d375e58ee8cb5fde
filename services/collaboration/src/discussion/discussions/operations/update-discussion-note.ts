import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import { CommitDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/commit_discussion';
import { EpicDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_discussion';
import { IssueDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_discussion';
import { MergeRequestDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_discussion';
import { SnippetDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/snippet_discussion';
import type { Note } from '@forgemesh/proto/collaboration/v1/note';
import { commitOf } from '#discussion/commit-comments';
import { changeNote, epicOf, issueOf, mergeRequestOf, noteOn, presentNote, snippetOf } from '#discussion/notes';
import { findNoteIn } from '../find-discussion';
import { resolveNotes } from '../resolve-notes';
import type { Noteable } from '#items/shared';
import type { DiscussionsDeps } from '../deps';

/** Changes a note of a discussion on an issue. */
export const updateIssueDiscussionNote = operation(
  IssueDiscussionServiceDefinition.updateIssueDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) => updateNote(call, await issueOf(call, request.issue_iid), request),
);

/** Changes a note of a discussion on a merge request. */
export const updateMergeRequestDiscussionNote = operation(
  MergeRequestDiscussionServiceDefinition.updateMergeRequestDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) =>
    updateNote(call, await mergeRequestOf(call, request.merge_request_iid), request),
);

/** Changes a note of a discussion on a snippet. */
export const updateSnippetDiscussionNote = operation(
  SnippetDiscussionServiceDefinition.updateSnippetDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) => updateNote(call, await snippetOf(call, request.snippet_id), request),
);

/** Changes a note of a discussion on a commit. */
export const updateCommitDiscussionNote = operation(
  CommitDiscussionServiceDefinition.updateCommitDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) =>
    updateNote(call, (await commitOf(call, request.commit_id)).target, request),
);

/** Changes a note of a discussion on an epic. */
export const updateEpicDiscussionNote = operation(
  EpicDiscussionServiceDefinition.updateEpicDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) => updateNote(call, await epicOf(call, request.epic_id), request),
);

interface Request {
  discussion_id: string;
  note_id: number;
  body?: string | undefined;
  resolved?: boolean | undefined;
}

async function updateNote(call: Call<DiscussionsDeps>, target: Noteable, request: Request): Promise<ResponseOf<Note>> {
  const { note_id: id, body = '', resolved } = request;
  await findNoteIn(call, target, request);
  const note =
    resolved === undefined
      ? await changeNote(call, target, id, body)
      : (await resolveNotes(call, target, [await noteOn(call, target, id)], resolved))[0];
  return presentNote(call.deps, note ?? (await noteOn(call, target, id)), target.iid);
}

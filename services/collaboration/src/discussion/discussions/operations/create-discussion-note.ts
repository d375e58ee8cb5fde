import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import { CommitDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/commit_discussion';
import { EpicDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_discussion';
import { IssueDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_discussion';
import { MergeRequestDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_discussion';
import { SnippetDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/snippet_discussion';
import type { Note } from '@forgemesh/proto/collaboration/v1/note';
import { commitOf } from '#discussion/commit-comments';
import {
  createNoteWithQuickActions,
  epicOf,
  issueOf,
  mergeRequestOf,
  presentNote,
  presentWrittenNote,
  snippetOf,
} from '#discussion/notes';
import { assertCanWriteOn } from '#access';
import { findDiscussion } from '../find-discussion';
import { replyFields } from '../note-fields';
import type { Noteable } from '#items/shared';
import type { DiscussionsDeps } from '../deps';

/** Replies to a discussion on an issue. */
export const createIssueDiscussionNote = operation(
  IssueDiscussionServiceDefinition.createIssueDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) => reply(call, await issueOf(call, request.issue_iid), request),
);

/** Replies to a discussion on a merge request. */
export const createMergeRequestDiscussionNote = operation(
  MergeRequestDiscussionServiceDefinition.createMergeRequestDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) =>
    reply(call, await mergeRequestOf(call, request.merge_request_iid), request),
);

/** Replies to a discussion on a snippet. */
export const createSnippetDiscussionNote = operation(
  SnippetDiscussionServiceDefinition.createSnippetDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) => reply(call, await snippetOf(call, request.snippet_id), request),
);

/** Replies to a discussion on a commit. */
export const createCommitDiscussionNote = operation(
  CommitDiscussionServiceDefinition.createCommitDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) =>
    reply(call, (await commitOf(call, request.commit_id)).target, request),
);

/** Replies to a discussion on an epic. */
export const createEpicDiscussionNote = operation(
  EpicDiscussionServiceDefinition.createEpicDiscussionNote,
  async (request, call: Call<DiscussionsDeps>) => reply(call, await epicOf(call, request.epic_id), request),
);

interface Request {
  discussion_id: string;
  body: string;
  created_at?: string | undefined;
}

async function reply(
  call: Call<DiscussionsDeps>,
  target: Noteable,
  { discussion_id: id, body, created_at }: Request,
): Promise<ResponseOf<Note>> {
  const { deps } = call;
  const notes = await findDiscussion(call, target, id);
  const earlier = await deps.notes.findByOperation(call.operationId ?? '');
  if (earlier) return presentNote(deps, earlier, target.iid);
  assertCanWriteOn(target);
  const fields = await replyFields(call, target, notes);
  const added = await createNoteWithQuickActions(call, target, { body, created_at, ...fields });
  return presentWrittenNote(call.deps, added, target.iid);
}

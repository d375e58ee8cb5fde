import { BadRequestError } from '@forgemesh/errors';
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
  type NoteDocument,
  presentNote,
  presentWrittenNote,
  snippetOf,
} from '#discussion/notes';
import { assertCanWriteOn } from '#access';
import { findDiscussion } from '../find-discussion';
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
  const { type, resolvable, position, discussion_id } = await startDiscussion(call, target, notes[0]);
  // A reply to a resolved discussion does not reopen it.
  const written = notes.filter(({ system }) => !system);
  const last = written.at(-1);
  const isResolved = written.every((note) => note.resolvable && note.resolved_at);
  const resolution = isResolved && last ? { resolved_at: last.resolved_at, resolved_by_id: last.resolved_by_id } : {};
  const fields = { type, resolvable, position, discussion_id, ...resolution };
  const added = await createNoteWithQuickActions(call, target, { body, created_at, ...fields });
  return presentWrittenNote(deps, added, target.iid);
}

/** The first note of a discussion. An individual note becomes the start of a discussion. */
async function startDiscussion(
  call: Call<DiscussionsDeps>,
  target: Noteable,
  first: NoteDocument,
): Promise<NoteDocument> {
  if (first.type !== null) return first;
  if (first.system) throw new BadRequestError('400 (Bad request) "Discussion can not be replied to." not given');
  const begins = { type: 'DiscussionNote', resolvable: target.type === 'MergeRequest' } as const;
  const changed = await call.deps.notes.mutate(first._id, ({ type }) => (type === null ? { set: begins } : null));
  return changed ?? { ...first, ...begins };
}

import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import { EpicNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_note';
import { IssueNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_note';
import { MergeRequestNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_note';
import type { Note } from '@forgemesh/proto/collaboration/v1/note';
import { SnippetNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/snippet_note';
import { createNoteWithQuickActions } from '../create-note-with-quick-actions';
import { presentWrittenNote } from '../note.entity';
import { epicOf, issueOf, mergeRequestOf, snippetOf } from '../noteable';
import { reactionIn } from '../reaction-in';
import type { Noteable } from '#items/shared';
import type { NotesDeps } from '../deps';

/** Writes a note on an issue. */
export const createIssueNote = operation(
  IssueNoteServiceDefinition.createIssueNote,
  async (request, call: Call<NotesDeps>) => createNote(call, await issueOf(call, request.issue_iid), request),
);

/** Writes a note on a merge request. */
export const createMergeRequestNote = operation(
  MergeRequestNoteServiceDefinition.createMergeRequestNote,
  async (request, call: Call<NotesDeps>) =>
    createNote(call, await mergeRequestOf(call, request.merge_request_iid), request),
);

/** Writes a note on a snippet. */
export const createSnippetNote = operation(
  SnippetNoteServiceDefinition.createSnippetNote,
  async (request, call: Call<NotesDeps>) => createNote(call, await snippetOf(call, request.snippet_id), request),
);

/** Writes a note on an epic. */
export const createEpicNote = operation(
  EpicNoteServiceDefinition.createEpicNote,
  async (request, call: Call<NotesDeps>) => createNote(call, await epicOf(call, request.epic_id), request),
);

interface Request {
  body: string;
  created_at?: string | undefined;
}

async function createNote(
  call: Call<NotesDeps>,
  target: Noteable,
  { body, created_at }: Request,
): Promise<ResponseOf<Note>> {
  const emoji = reactionIn(body);
  // The API returns a note or a reaction from the same route; the message has the fields of both.
  if (emoji !== null) return (await call.deps.reactWithNote(call, target, emoji)) as ResponseOf<Note>;
  const written = await createNoteWithQuickActions(call, target, { body, created_at });
  return presentWrittenNote(call.deps, written, target.iid);
}

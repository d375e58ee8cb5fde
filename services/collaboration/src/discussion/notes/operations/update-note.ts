import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import { EpicNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_note';
import { IssueNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_note';
import { MergeRequestNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_note';
import type { Note } from '@forgemesh/proto/collaboration/v1/note';
import { SnippetNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/snippet_note';
import { changeNote } from '../change-note';
import { presentNote } from '../note.entity';
import { epicOf, issueOf, mergeRequestOf, snippetOf } from '../noteable';
import type { Noteable } from '#items/shared';
import type { NotesDeps } from '../deps';

/** Changes a note on an issue. */
export const updateIssueNote = operation(
  IssueNoteServiceDefinition.updateIssueNote,
  async (request, call: Call<NotesDeps>) => updateNote(call, await issueOf(call, request.issue_iid), request),
);

/** Changes a note on a merge request. */
export const updateMergeRequestNote = operation(
  MergeRequestNoteServiceDefinition.updateMergeRequestNote,
  async (request, call: Call<NotesDeps>) =>
    updateNote(call, await mergeRequestOf(call, request.merge_request_iid), request),
);

/** Changes a note on a snippet. */
export const updateSnippetNote = operation(
  SnippetNoteServiceDefinition.updateSnippetNote,
  async (request, call: Call<NotesDeps>) => updateNote(call, await snippetOf(call, request.snippet_id), request),
);

/** Changes a note on an epic. */
export const updateEpicNote = operation(
  EpicNoteServiceDefinition.updateEpicNote,
  async (request, call: Call<NotesDeps>) => updateNote(call, await epicOf(call, request.epic_id), request),
);

async function updateNote(
  call: Call<NotesDeps>,
  target: Noteable,
  { note_id: id, body }: { note_id: number; body: string },
): Promise<ResponseOf<Note>> {
  return presentNote(call.deps, await changeNote(call, target, id, body), target.iid);
}

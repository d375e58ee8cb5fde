import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import { EpicNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_note';
import { IssueNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_note';
import { MergeRequestNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_note';
import type { Note } from '@forgemesh/proto/collaboration/v1/note';
import { SnippetNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/snippet_note';
import { presentNote } from '../note.entity';
import { epicOf, issueOf, mergeRequestOf, noteOn, snippetOf } from '../noteable';
import type { Noteable } from '#items/shared';
import type { NotesDeps } from '../deps';

/** Gets one note on an issue. */
export const getIssueNote = operation(IssueNoteServiceDefinition.getIssueNote, async (request, call: Call<NotesDeps>) =>
  getNote(call, await issueOf(call, request.issue_iid), request.note_id),
);

/** Gets one note on a merge request. */
export const getMergeRequestNote = operation(
  MergeRequestNoteServiceDefinition.getMergeRequestNote,
  async (request, call: Call<NotesDeps>) =>
    getNote(call, await mergeRequestOf(call, request.merge_request_iid), request.note_id),
);

/** Gets one note on a snippet. */
export const getSnippetNote = operation(
  SnippetNoteServiceDefinition.getSnippetNote,
  async (request, call: Call<NotesDeps>) => getNote(call, await snippetOf(call, request.snippet_id), request.note_id),
);

/** Gets one note on an epic. */
export const getEpicNote = operation(EpicNoteServiceDefinition.getEpicNote, async (request, call: Call<NotesDeps>) =>
  getNote(call, await epicOf(call, request.epic_id), request.note_id),
);

async function getNote(call: Call<NotesDeps>, target: Noteable, id: number): Promise<ResponseOf<Note>> {
  return presentNote(call.deps, await noteOn(call, target, id), target.iid);
}

import { type Call, operation } from '@forgemesh/rpc';
import { EpicNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_note';
import { IssueNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_note';
import { MergeRequestNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_note';
import { SnippetNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/snippet_note';
import { epicOf, issueOf, mergeRequestOf, snippetOf } from '../noteable';
import { removeNote } from '../remove-note';
import type { NotesDeps } from '../deps';

/** Removes a note on an issue. */
export const deleteIssueNote = operation(
  IssueNoteServiceDefinition.deleteIssueNote,
  async (request, call: Call<NotesDeps>) => removeNote(call, await issueOf(call, request.issue_iid), request.note_id),
);

/** Removes a note on a merge request. */
export const deleteMergeRequestNote = operation(
  MergeRequestNoteServiceDefinition.deleteMergeRequestNote,
  async (request, call: Call<NotesDeps>) =>
    removeNote(call, await mergeRequestOf(call, request.merge_request_iid), request.note_id),
);

/** Removes a note on a snippet. */
export const deleteSnippetNote = operation(
  SnippetNoteServiceDefinition.deleteSnippetNote,
  async (request, call: Call<NotesDeps>) =>
    removeNote(call, await snippetOf(call, request.snippet_id), request.note_id),
);

/** Removes a note on an epic. */
export const deleteEpicNote = operation(
  EpicNoteServiceDefinition.deleteEpicNote,
  async (request, call: Call<NotesDeps>) => removeNote(call, await epicOf(call, request.epic_id), request.note_id),
);

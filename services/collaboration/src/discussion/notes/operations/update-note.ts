import type { Answer } from '@forgemesh/rpc';
import { EpicNoteServiceService } from '@forgemesh/proto/collaboration/v1/epic_note';
import { IssueNoteServiceService } from '@forgemesh/proto/collaboration/v1/issue_note';
import { MergeRequestNoteServiceService } from '@forgemesh/proto/collaboration/v1/merge_request_note';
import type { Note } from '@forgemesh/proto/collaboration/v1/note';
import { SnippetNoteServiceService } from '@forgemesh/proto/collaboration/v1/snippet_note';
import { operation, type CollaborationCall } from '../../../operation';
import { changeNote } from '../change-note';
import { presentNote } from '../note.entity';
import { epicOf, issueOf, mergeRequestOf, snippetOf, type Noteable } from '../noteable';

/** Changes a note on an issue. */
export const updateIssueNote = operation(IssueNoteServiceService.updateIssueNote, async (request, call) =>
  updateNote(call, await issueOf(call, request.issue_iid), request),
);

/** Changes a note on a merge request. */
export const updateMergeRequestNote = operation(
  MergeRequestNoteServiceService.updateMergeRequestNote,
  async (request, call) => updateNote(call, await mergeRequestOf(call, request.merge_request_iid), request),
);

/** Changes a note on a snippet. */
export const updateSnippetNote = operation(SnippetNoteServiceService.updateSnippetNote, async (request, call) =>
  updateNote(call, await snippetOf(call, request.snippet_id), request),
);

/** Changes a note on an epic. */
export const updateEpicNote = operation(EpicNoteServiceService.updateEpicNote, async (request, call) =>
  updateNote(call, await epicOf(call, request.epic_id), request),
);

async function updateNote(
  call: CollaborationCall,
  target: Noteable,
  { note_id: id, body }: { note_id: number; body: string },
): Promise<Answer<Note>> {
  return presentNote(call.deps, await changeNote(call, target, id, body), target.iid);
}

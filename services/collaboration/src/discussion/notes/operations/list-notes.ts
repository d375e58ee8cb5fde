import { listPage, type PageRequest } from '@forgemesh/data';
import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import { EpicNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_note';
import { IssueNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_note';
import { MergeRequestNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_note';
import type { ListNotesResponse, NoteListing } from '@forgemesh/proto/collaboration/v1/note';
import { SnippetNoteServiceDefinition } from '@forgemesh/proto/collaboration/v1/snippet_note';
import { presentNotes } from '../note.entity';
import { listedNote } from '../note.model';
import { epicOf, issueOf, mergeRequestOf, snippetOf, visibleNotesOn } from '../noteable';
import type { Noteable } from '#items/shared';
import type { NotesDeps } from '../deps';

/** Lists the notes on an issue. */
export const listIssueNotes = operation(
  IssueNoteServiceDefinition.listIssueNotes,
  async (request, call: Call<NotesDeps>) => listNotes(call, await issueOf(call, request.issue_iid), request),
);

/** Lists the notes on a merge request. */
export const listMergeRequestNotes = operation(
  MergeRequestNoteServiceDefinition.listMergeRequestNotes,
  async (request, call: Call<NotesDeps>) =>
    listNotes(call, await mergeRequestOf(call, request.merge_request_iid), request),
);

/** Lists the notes on a snippet. */
export const listSnippetNotes = operation(
  SnippetNoteServiceDefinition.listSnippetNotes,
  async (request, call: Call<NotesDeps>) => listNotes(call, await snippetOf(call, request.snippet_id), request),
);

/** Lists the notes on an epic. */
export const listEpicNotes = operation(
  EpicNoteServiceDefinition.listEpicNotes,
  async (request, call: Call<NotesDeps>) => listNotes(call, await epicOf(call, request.epic_id), request),
);

async function listNotes(
  call: Call<NotesDeps>,
  target: Noteable,
  request: PageRequest & { listing?: Partial<NoteListing> | undefined },
): Promise<ResponseOf<ListNotesResponse>> {
  const { order_by: orderBy = 'created_at', sort = 'desc' } = request.listing ?? {};
  const direction = sort === 'asc' ? 1 : -1;
  const {
    lists: { notes: noteLists },
  } = call.deps;
  const notes = await listPage(call, {
    model: noteLists.model,
    filter: await visibleNotesOn(call, target),
    sort: { [orderBy]: direction, _id: direction },
    request,
    projection: listedNote,
    caches: noteLists,
  });
  return { notes: await presentNotes(call.deps, notes, target.iid) };
}

import { pageRows, type PageRequest } from '@forgemesh/data';
import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import type { ListDiscussionsResponse } from '@forgemesh/proto/collaboration/v1/discussion';
import { CommitDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/commit_discussion';
import { EpicDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_discussion';
import { IssueDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_discussion';
import { MergeRequestDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_discussion';
import { SnippetDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/snippet_discussion';
import { commitOf } from '#discussion/commit-comments';
import {
  epicOf,
  findHiddenNotes,
  issueOf,
  listedNote,
  mergeRequestOf,
  type NoteDocument,
  notesOn,
  snippetOf,
} from '#discussion/notes';
import { presentDiscussions } from '../discussion.entity';
import type { Noteable } from '#items/shared';
import type { DiscussionsDeps } from '../deps';

/** Lists the discussions on an issue. */
export const listIssueDiscussions = operation(
  IssueDiscussionServiceDefinition.listIssueDiscussions,
  async (request, call: Call<DiscussionsDeps>) =>
    listDiscussions(call, await issueOf(call, request.issue_iid), request),
);

/** Lists the discussions on a merge request. */
export const listMergeRequestDiscussions = operation(
  MergeRequestDiscussionServiceDefinition.listMergeRequestDiscussions,
  async (request, call: Call<DiscussionsDeps>) =>
    listDiscussions(call, await mergeRequestOf(call, request.merge_request_iid), request),
);

/** Lists the discussions on a snippet. */
export const listSnippetDiscussions = operation(
  SnippetDiscussionServiceDefinition.listSnippetDiscussions,
  async (request, call: Call<DiscussionsDeps>) =>
    listDiscussions(call, await snippetOf(call, request.snippet_id), request),
);

/** Lists the discussions on a commit. */
export const listCommitDiscussions = operation(
  CommitDiscussionServiceDefinition.listCommitDiscussions,
  async (request, call: Call<DiscussionsDeps>) =>
    listDiscussions(call, (await commitOf(call, request.commit_id)).target, request),
);

/** Lists the discussions on an epic. */
export const listEpicDiscussions = operation(
  EpicDiscussionServiceDefinition.listEpicDiscussions,
  async (request, call: Call<DiscussionsDeps>) => listDiscussions(call, await epicOf(call, request.epic_id), request),
);

const inOrder = { sort: { _id: 1 } } as const;

async function listDiscussions(
  call: Call<DiscussionsDeps>,
  target: Noteable,
  request: PageRequest,
): Promise<ResponseOf<ListDiscussionsResponse>> {
  const rows = await visibleRows(call, target);
  const ids = pageRows(call, [...new Set(rows.map(({ discussion_id: id }) => id))], request);
  const shown = new Set(ids);
  const selected = rows.filter(({ discussion_id: id }) => shown.has(id));
  const notes = await readNotes(
    call,
    selected.map(({ _id: id }) => id),
  );
  return { discussions: await presentDiscussions(call.deps, notes, target) };
}

/**
 * All notes on a target that the caller may see, with only the fields that the order of discussions
 * needs.
 */
async function visibleRows(call: Call<DiscussionsDeps>, target: Noteable): Promise<NoteDocument[]> {
  const { pages, model } = call.deps.lists.notes;
  const all = notesOn(target);
  const rows = await pages.get(JSON.stringify(['discussions', all]), () =>
    model.find(all, { discussion_id: 1, mentioner: 1 }, inOrder).lean<NoteDocument[]>(),
  );
  const hidden = await findHiddenNotes(call, rows);
  return hidden.size === 0 ? rows : rows.filter(({ _id: id }) => !hidden.has(id));
}

function readNotes(call: Call<DiscussionsDeps>, ids: readonly number[]): Promise<NoteDocument[]> {
  const { pages, model } = call.deps.lists.notes;
  return pages.get(JSON.stringify(['notes', ids]), () =>
    model.find({ _id: { $in: [...ids] } }, listedNote, inOrder).lean<NoteDocument[]>(),
  );
}

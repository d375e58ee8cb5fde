import { pageRows, type Answer, type PageRequest } from '@forgemesh/kit';
import type { ListDiscussionsResponse } from '@forgemesh/proto/collaboration/v1/discussion';
import { CommitDiscussionServiceService } from '@forgemesh/proto/collaboration/v1/commit_discussion';
import { EpicDiscussionServiceService } from '@forgemesh/proto/collaboration/v1/epic_discussion';
import { IssueDiscussionServiceService } from '@forgemesh/proto/collaboration/v1/issue_discussion';
import { MergeRequestDiscussionServiceService } from '@forgemesh/proto/collaboration/v1/merge_request_discussion';
import { SnippetDiscussionServiceService } from '@forgemesh/proto/collaboration/v1/snippet_discussion';
import { commitOf } from '../commit-comments/commit-of';
import type { NoteDocument } from '../notes/note.model';
import { epicOf, issueOf, mergeRequestOf, snippetOf, visibleNotesOn, type Noteable } from '../notes/noteable';
import { operation, type CollaborationCall } from '../operation';
import { presentDiscussions } from './discussion.entity';

/** Lists the discussions on an issue. */
export const listIssueDiscussions = operation(
  IssueDiscussionServiceService.listIssueDiscussions,
  async (request, call) => listDiscussions(call, await issueOf(call, request.issue_iid), request),
);

/** Lists the discussions on a merge request. */
export const listMergeRequestDiscussions = operation(
  MergeRequestDiscussionServiceService.listMergeRequestDiscussions,
  async (request, call) => listDiscussions(call, await mergeRequestOf(call, request.merge_request_iid), request),
);

/** Lists the discussions on a snippet. */
export const listSnippetDiscussions = operation(
  SnippetDiscussionServiceService.listSnippetDiscussions,
  async (request, call) => listDiscussions(call, await snippetOf(call, request.snippet_id), request),
);

/** Lists the discussions on a commit. */
export const listCommitDiscussions = operation(
  CommitDiscussionServiceService.listCommitDiscussions,
  async (request, call) => listDiscussions(call, (await commitOf(call, request.commit_id)).target, request),
);

/** Lists the discussions on an epic. */
export const listEpicDiscussions = operation(EpicDiscussionServiceService.listEpicDiscussions, async (request, call) =>
  listDiscussions(call, await epicOf(call, request.epic_id), request),
);

async function listDiscussions(
  call: CollaborationCall,
  target: Noteable,
  request: PageRequest,
): Promise<Answer<ListDiscussionsResponse>> {
  const { model } = call.deps.notes;
  const order = { sort: { _id: 1 } } as const;
  const visible = await visibleNotesOn(call, target);
  const rows = await model
    .find(visible, { discussion_id: 1 }, order)
    .lean<Pick<NoteDocument, '_id' | 'discussion_id'>[]>();
  const ids = pageRows(call, [...new Set(rows.map(({ discussion_id: id }) => id))], request);
  const notes = await model
    .find({ ...visible, discussion_id: { $in: ids } }, { outbox: 0 }, order)
    .lean<NoteDocument[]>();
  return { discussions: await presentDiscussions(call.deps, notes, target) };
}

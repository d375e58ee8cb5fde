import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import type { Discussion } from '@forgemesh/proto/collaboration/v1/discussion';
import { CommitDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/commit_discussion';
import { EpicDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_discussion';
import { IssueDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_discussion';
import { MergeRequestDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_discussion';
import { SnippetDiscussionServiceDefinition } from '@forgemesh/proto/collaboration/v1/snippet_discussion';
import { commitOf } from '#discussion/commit-comments';
import {
  createNoteWithQuickActions,
  type DiffPosition,
  epicOf,
  issueOf,
  mergeRequestOf,
  snippetOf,
} from '#discussion/notes';
import { positionIn, positionInCommit } from '../diff-position';
import { presentWrittenDiscussion } from '../discussion.entity';
import { threadFields } from '../note-fields';
import type { Noteable } from '#items/shared';
import type { DiscussionsDeps } from '../deps';

/** Starts a discussion on an issue. */
export const createIssueDiscussion = operation(
  IssueDiscussionServiceDefinition.createIssueDiscussion,
  async (request, call: Call<DiscussionsDeps>) =>
    createDiscussion(call, await issueOf(call, request.issue_iid), request),
);

/** Starts a discussion on a merge request, or on a line of its diff. */
export const createMergeRequestDiscussion = operation(
  MergeRequestDiscussionServiceDefinition.createMergeRequestDiscussion,
  async (request, call: Call<DiscussionsDeps>) => {
    const target = await mergeRequestOf(call, request.merge_request_iid);
    const position = request.position ? await positionIn(call.deps, target.id, request.position) : null;
    return createDiscussion(call, target, { ...request, position });
  },
);

/** Starts a discussion on a snippet. */
export const createSnippetDiscussion = operation(
  SnippetDiscussionServiceDefinition.createSnippetDiscussion,
  async (request, call: Call<DiscussionsDeps>) =>
    createDiscussion(call, await snippetOf(call, request.snippet_id), request),
);

/** Starts a discussion on a commit, or on a line of its diff. */
export const createCommitDiscussion = operation(
  CommitDiscussionServiceDefinition.createCommitDiscussion,
  async (request, call: Call<DiscussionsDeps>) => {
    const commit = await commitOf(call, request.commit_id);
    const position = request.position ? positionInCommit(commit, request.position) : null;
    return createDiscussion(call, commit.target, { ...request, position });
  },
);

/** Starts a discussion on an epic. */
export const createEpicDiscussion = operation(
  EpicDiscussionServiceDefinition.createEpicDiscussion,
  async (request, call: Call<DiscussionsDeps>) => createDiscussion(call, await epicOf(call, request.epic_id), request),
);

interface Request {
  body: string;
  created_at?: string | undefined;
  position?: DiffPosition | null;
}

async function createDiscussion(
  call: Call<DiscussionsDeps>,
  target: Noteable,
  { body, created_at, position = null }: Request,
): Promise<ResponseOf<Discussion>> {
  const fields = threadFields(target, position);
  const written = await createNoteWithQuickActions(call, target, { body, created_at, ...fields });
  return presentWrittenDiscussion(call.deps, written, target);
}

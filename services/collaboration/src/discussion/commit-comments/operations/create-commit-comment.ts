import { zeroId } from '@forgemesh/git-engine/refs';
import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import { CommitCommentServiceDefinition, type CommitComment } from '@forgemesh/proto/collaboration/v1/commit_comment';
import { createNoteWithQuickActions } from '#discussion/notes';
import { presentCommitComments } from '../commit-comment.entity';
import { commitOf } from '../commit-of';
import type { CommitCommentsDeps } from '../deps';

/** Comments on a commit, or on a line that it changes. */
export const createCommitComment = operation(
  CommitCommentServiceDefinition.createCommitComment,
  async (request, call: Call<CommitCommentsDeps>) => {
    const { sha, note: body, path, line, line_type } = request;
    const requestedLine =
      path === undefined || line === undefined
        ? undefined
        : { path, line, line_type: line_type === 'old' ? ('old' as const) : ('new' as const) };
    const found = await commitOf(call, sha, requestedLine);
    const { note } = await createNoteWithQuickActions(call, found.target, {
      body,
      commit_line: found.line,
      ...(found.line && { parent_id: found.parent_id ?? zeroId }),
    });
    return (await presentCommitComments(call.deps, [note]))[0] as ResponseOf<CommitComment>;
  },
);

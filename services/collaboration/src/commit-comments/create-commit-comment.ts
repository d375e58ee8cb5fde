import type { Answer } from '@forgemesh/kit';
import { CommitCommentServiceService, type CommitComment } from '@forgemesh/proto/collaboration/v1/commit_comment';
import { writeNote } from '../notes/write-note';
import { operation } from '../operation';
import { presentCommitComments } from './commit-comment.entity';
import { commitOf } from './commit-of';

/** Comments on a commit, or on a line that it changes. */
export const createCommitComment = operation(CommitCommentServiceService.createCommitComment, async (request, call) => {
  const { sha, note: body, path, line, line_type } = request;
  const wanted =
    path === undefined || line === undefined
      ? undefined
      : { path, line, line_type: line_type === 'old' ? ('old' as const) : ('new' as const) };
  const found = await commitOf(call, sha, wanted);
  const earlier = await call.deps.notes.findByOperation(call.operationId ?? '');
  const note = earlier ?? (await writeNote(call, found.target, { body, commit_line: found.line }));
  return (await presentCommitComments(call.deps, [note]))[0] as Answer<CommitComment>;
});

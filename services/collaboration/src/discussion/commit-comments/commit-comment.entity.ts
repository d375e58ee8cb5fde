/** Presents comments on commits in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { CommitComment } from '@forgemesh/proto/collaboration/v1/commit_comment';
import { presentUser } from '#clients';
import type { NoteDocument } from '#discussion/notes';
import type { CommitCommentsDeps } from './deps';

/** Presents comments with one lookup of their authors. */
export async function presentCommitComments(
  { display }: CommitCommentsDeps,
  notes: readonly NoteDocument[],
): Promise<ResponseOf<CommitComment>[]> {
  const users = await display.users.find(notes.map(({ author_id: id }) => id));
  return notes.map(({ body, commit_line: at, author_id: id, created_at }) => ({
    note: body,
    path: at?.path ?? null,
    line: at?.line ?? null,
    line_type: at?.line_type ?? null,
    author: presentUser(users.get(id)),
    created_at: created_at.toISOString(),
  }));
}

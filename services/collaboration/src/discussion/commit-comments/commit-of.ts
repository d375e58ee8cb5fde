/** Finds the commit named by a call, as a target of notes. */
import type { Call } from '@forgemesh/rpc';
import type { CommitLine } from '#discussion/notes';
import type { Noteable } from '#items/shared';
import type { CommitCommentsDeps } from './deps';

/** A commit, and the requested line if the commit changes it. */
export interface FoundCommit {
  target: Noteable & { commit_id: string };
  /** Id of its first parent; null for a root commit. */
  parent_id: string | null;
  line: CommitLine | null;
}

/** Looks the commit up in the repository service. Throws NotFoundError if it does not exist. */
export async function commitOf(call: Call<CommitCommentsDeps>, sha: string, line?: CommitLine): Promise<FoundCommit> {
  const { id, level } = call.resource('id');
  const { commit_id, has_line, parent_id } = await call.deps.clients.commitLines.findCommitLine({ sha, ...line });
  const target = {
    type: 'Commit' as const,
    id: 0,
    commit_id,
    iid: null,
    project_id: id,
    group_id: null,
    author_id: null,
    is_locked: false,
    level,
  };
  return { target, parent_id: parent_id ?? null, line: line && has_line ? line : null };
}

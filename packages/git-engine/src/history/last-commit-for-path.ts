/** Finds the newest commit that changed a path. */
import { type Commit, readCommit } from '../objects/commit';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import { takeCommits } from './walk/walks';

export interface LastCommitForPathInput {
  repo: string;
  /** Commit id to start from. */
  commit_id: string;
  /** File or folder; empty for the whole tree. */
  path: string;
}

/**
 * The commit, or null when no commit in this history touched the path. Cached by commit and path.
 */
export async function lastCommitForPath(context: GitContext, input: LastCommitForPathInput): Promise<Commit | null> {
  const repository = context.repository(input.repo);
  const query = { from: [checkObjectId(input.commit_id)], path: input.path };
  const { ids } = await takeCommits(repository, query, 1, context.signal);
  return ids[0] === undefined ? null : await readCommit(repository, ids[0]);
}

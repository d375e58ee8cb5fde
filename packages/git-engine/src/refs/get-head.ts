/** Reads HEAD and whether the repository has any content. */
import type { GitContext } from '../worker/context';
import { refStore } from './ref-store';

export interface Head {
  /** Whether the repository's folder exists. */
  exists: boolean;
  /**
   * Full name of the default branch, also while it is unborn; null when HEAD is detached or
   * missing.
   */
  ref: string | null;
  /** Commit of HEAD, or null. */
  commit_id: string | null;
  /** Whether the repository has a branch. */
  has_branches: boolean;
}

/** The state of HEAD. If it leads to a commit of a branch, the other refs are not read. */
export async function getHead(context: GitContext, input: { repo: string }): Promise<Head> {
  const repository = context.repository(input.repo);
  const refs = refStore(repository);
  const ref = refs.headTarget() ?? null;
  const commitId = refs.find('HEAD')?.id ?? null;
  return {
    exists: repository.exists,
    ref,
    commit_id: commitId,
    has_branches: (ref !== null && commitId !== null) || refs.list('refs/heads').length > 0,
  };
}

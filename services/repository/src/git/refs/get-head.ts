/** Where HEAD points, and whether the repository has anything yet. */
import type { GitContext } from '../worker/context';
import { refStore } from './ref-store';

export interface Head {
  /** Whether the repository's folder exists. */
  exists: boolean;
  /** Full name of the default branch, also while it is unborn; null when HEAD is detached or not there. */
  ref: string | null;
  /** Commit of HEAD, or null. */
  commit_id: string | null;
  /** Number of branches. */
  branch_count: number;
  /** Number of tags. */
  tag_count: number;
}

/** The state of HEAD and the number of branches and tags. */
export async function getHead(context: GitContext, input: { repo: string }): Promise<Head> {
  const repository = context.repository(input.repo);
  const refs = refStore(repository);
  return {
    exists: repository.exists,
    ref: refs.headTarget() ?? null,
    commit_id: refs.find('HEAD')?.id ?? null,
    branch_count: refs.list('refs/heads').length,
    tag_count: refs.list('refs/tags').length,
  };
}

/** The state by which a copy of a repository is compared with its original. */
import { refStore } from '../refs/ref-store';
import type { GitContext } from '../worker/context';
import { refsChecksum } from './refs-checksum';

export interface RepositoryState {
  /** See `refsChecksum`; null when the repository is corrupt. */
  checksum: string | null;
  /** Full name of the branch that HEAD points at; null for none. */
  head: string | null;
}

/** The state of a repository. A repository that does not exist counts as empty and valid. */
export async function repositoryState(context: GitContext, { repo }: { repo: string }): Promise<RepositoryState> {
  const repository = context.repository(repo);
  const checksum = await refsChecksum(repository, context.signal);
  return { checksum, head: refStore(repository).headTarget() ?? null };
}

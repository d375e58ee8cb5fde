import { UnavailableError } from '@forgemesh/errors';
import { isGitError } from '@forgemesh/git-engine';
import type { RepositoryLocation, RepositoryPlace } from '../repository-location';
import type { Repositories } from '../../deps';

/** For what a repository is needed here. */
export interface Loan {
  /** The repository that the work is about, whose objects need not travel. */
  near: RepositoryLocation;
  /** Commits that are needed; absent for all branches and tags with their names. */
  ids?: readonly string[];
  signal?: AbortSignal | undefined;
}

/**
 * Does some work that reads a repository of the instance, wherever it is served: one of another
 * process is borrowed meanwhile. Nothing is written into `near`, as a read must not hand the
 * objects of one project to the readers of another. Throws UnavailableError where the other process
 * is away.
 */
export async function withRepository<T>(
  deps: Repositories,
  place: RepositoryPlace,
  { near, ids, signal }: Loan,
  work: (repo: string) => Promise<T>,
): Promise<T> {
  const { storages, neighbours, git, transportGit } = deps;
  const { project_id, storage, kind } = place;
  if (storages.serves(storage)) return work(storages.locate(project_id, storage, kind).repo);
  const remote = await neighbours.remoteOf(place);
  const repo = neighbours.newFolder();
  try {
    await transportGit
      .borrowRepository(
        { repo, near: near.repo, remote, ...(ids && { ids }) },
        { timeoutMs: 0, ...(signal && { signal }) },
      )
      .catch((error: unknown) => {
        throw asAway(storage, error);
      });
    return await work(repo);
  } finally {
    await Promise.all([git.returnRepository({ repo }), transportGit.returnRepository({ repo })]);
  }
}

/** What git says of a process that is away is nothing for users. */
export function asAway(storage: string, error: unknown): unknown {
  return isGitError(error, 'refused')
    ? new UnavailableError(`The storage ${storage} is away`, { cause: error })
    : error;
}

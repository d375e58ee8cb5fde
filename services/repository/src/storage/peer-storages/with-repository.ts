import { UnavailableError } from '@forgemesh/errors';
import { isGitError } from '@forgemesh/git-engine';
import type { RepositoryKey, RepositoryLocation } from '#storage';
import type { PeerStoragesDeps } from './deps';

/** How a repository is used. */
export interface ReadOptions {
  /** A local repository that shares objects with it, which need not be transferred. */
  reference: RepositoryLocation;
  /** Commit ids needed; absent for all branches and tags with their names. */
  ids?: readonly string[];
  signal?: AbortSignal | undefined;
}

/**
 * Runs work that reads a repository of the instance on any storage; one of another process is
 * cloned temporarily. Nothing is written into `reference`, because that would expose the objects of
 * one project to the readers of another. Throws UnavailableError if the other process is
 * unreachable.
 */
export async function withRepository<T>(
  deps: PeerStoragesDeps,
  key: RepositoryKey,
  { reference, ids, signal }: ReadOptions,
  work: (repo: string) => Promise<T>,
): Promise<T> {
  const { storages, peerStorages, git, transportGit } = deps;
  const { project_id, storage, kind } = key;
  if (storages.serves(storage)) return work(storages.locate(project_id, storage, kind).repo);
  const remote = await peerStorages.remoteFor(key);
  const repo = peerStorages.newFolder();
  try {
    await transportGit
      .createTemporaryClone(
        { repo, reference: reference.repo, remote, ...(ids && { ids }) },
        { timeoutMs: 0, ...(signal && { signal }) },
      )
      .catch((error: unknown) => {
        throw toUnavailableError(storage, error);
      });
    return await work(repo);
  } finally {
    await Promise.all([git.removeTemporaryClone({ repo }), transportGit.removeTemporaryClone({ repo })]);
  }
}

/** Hides git's message about an unreachable process from users. */
export function toUnavailableError(storage: string, error: unknown): unknown {
  return isGitError(error, 'refused')
    ? new UnavailableError(`The storage ${storage} is unreachable`, { cause: error })
    : error;
}

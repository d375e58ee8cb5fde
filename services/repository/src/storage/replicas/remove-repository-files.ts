import type { RepositoryLocation } from '#storage';
import type { ReplicasDeps } from './deps';

/** Deletes a repository from the disk and from the caches of both workers. */
export async function removeRepositoryFiles(
  { git, transportGit, storages }: Pick<ReplicasDeps, 'git' | 'transportGit' | 'storages'>,
  { repo, storage }: RepositoryLocation,
): Promise<void> {
  const root = storages.root(storage);
  await git.removeRepository({ root, repo }, { timeoutMs: 0 });
  await transportGit.removeRepository({ root, repo }, { timeoutMs: 0 });
}

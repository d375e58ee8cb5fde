import type { RepositoryLocation } from '../repository-location';
import type { Repositories } from '../../deps';

/** Removes a repository from the disk, and what both workers keep of it. */
export async function removeCopy(
  { git, transportGit, storages }: Repositories,
  { repo, storage }: RepositoryLocation,
): Promise<void> {
  const root = storages.root(storage);
  await git.removeRepository({ root, repo }, { timeoutMs: 0 });
  await transportGit.removeRepository({ root, repo }, { timeoutMs: 0 });
}

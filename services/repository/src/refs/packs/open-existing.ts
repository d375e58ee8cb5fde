import { repositoryExists } from '@forgemesh/git-engine';
import type { RepositoryLocation } from '#storage';
import type { RepositoryPacks } from './repository-packs';

/**
 * Opens a repository; false if it does not exist. Throws UnavailableError if it cannot be opened.
 */
export async function openExisting(
  packs: Pick<RepositoryPacks, 'open'>,
  location: RepositoryLocation,
): Promise<boolean> {
  await packs.open(location);
  return repositoryExists(location.repo);
}

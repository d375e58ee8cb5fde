// Finds the folder of a replica. With several processes, the folders are caches, of which the one
// that has followed last has the most.

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, type RepositoryName } from './repository-names.ts';

/** All replicas are in this storage. */
const REPLICA_STORAGE = 'default';
/** The place in the log that a folder has followed; it is written after the refs. */
export const APPLIED = 'applied';

/**
 * @param repositories folders of all storages, one for each process
 * @returns folder of the newest replica; undefined for none
 */
export function replicaFolder(repositories: readonly string[], name: RepositoryName): string | undefined {
  const folders = repositories.map((folder) => folderOf(folder, REPLICA_STORAGE, name));
  const found = folders.filter((folder) => existsSync(join(folder, 'HEAD')));
  return found.toSorted((one, other) => followedAt(other) - followedAt(one))[0];
}

function followedAt(folder: string): number {
  return statSync(join(folder, APPLIED), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

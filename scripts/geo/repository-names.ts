// Names of the folders of repositories, as the repository service derives them.

import { createHash } from 'node:crypto';
import { join } from 'node:path';

export type RepositoryKind = 'project' | 'wiki';

/** A repository, by its project. */
export interface RepositoryName {
  projectId: number;
  kind: RepositoryKind;
}

/** Key of a repository, as in the ids of its log. */
export function keyOf({ projectId, kind }: RepositoryName): string {
  return `${projectId}:${kind}`;
}

/**
 * @param repositories folder of all storages
 * @returns folder of the repository
 */
export function folderOf(repositories: string, storage: string, { projectId, kind }: RepositoryName): string {
  const hash = createHash('sha256').update(String(projectId)).digest('hex');
  const name = `${hash}${kind === 'wiki' ? '.wiki' : ''}.git`;
  return join(repositories, storage, '@hashed', hash.slice(0, 2), hash.slice(2, 4), name);
}

import { createHash } from 'node:crypto';
import path from 'node:path';

/** A project has two repositories: its code and its wiki. */
export type RepositoryKind = 'project' | 'wiki';

/** Folder in a repository for files that clients download before a clone. Git ignores it. */
export const CLONE_BUNDLE_FOLDER = 'clone-bundles';

/**
 * The absolute folder of a repository inside a storage. It is derived from the project id alone, so
 * that renames and transfers never move files, and hashed, so that folders stay small and names
 * reveal nothing.
 */
export function repositoryPath(root: string, projectId: number, kind: RepositoryKind = 'project'): string {
  if (!path.isAbsolute(root)) throw new TypeError('the storage root must be an absolute path');
  if (!Number.isSafeInteger(projectId) || projectId < 1)
    throw new TypeError('the project id must be a positive integer');
  const hash = createHash('sha256').update(String(projectId)).digest('hex');
  const suffix = kind === 'wiki' ? '.wiki.git' : '.git';
  return path.join(root, '@hashed', hash.slice(0, 2), hash.slice(2, 4), hash + suffix);
}

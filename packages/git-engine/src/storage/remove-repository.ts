import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './durable-files';

/**
 * Removes a repository of the storage `root`. One rename into the trash folder hides it from all
 * readers; the slow deletion follows. A missing repository is not an error. After a crash,
 * `emptyTrash` deletes the rest.
 */
export async function removeRepository(root: string, repo: string): Promise<void> {
  const inside = path.relative(root, repo);
  if (inside === '' || inside.startsWith('..') || path.isAbsolute(inside)) {
    throw new TypeError('the repository is not inside this storage');
  }
  const trash = trashFolder(root);
  await mkdir(trash, { recursive: true });
  const trashed = path.join(trash, `${path.basename(repo)}-${randomBytes(8).toString('hex')}`);
  try {
    await rename(repo, trashed);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await Promise.all([syncFolder(path.dirname(repo)), syncFolder(trash)]);
  await rm(trashed, { recursive: true, force: true });
}

/**
 * Deletes what earlier removals left in the trash of a storage; returns the number of repositories.
 */
export async function emptyTrash(root: string): Promise<number> {
  const trash = trashFolder(root);
  await mkdir(trash, { recursive: true });
  const entries = await readdir(trash);
  for (const trashed of entries) await rm(path.join(trash, trashed), { recursive: true, force: true });
  return entries.length;
}

function trashFolder(root: string): string {
  return path.join(root, '@trash');
}

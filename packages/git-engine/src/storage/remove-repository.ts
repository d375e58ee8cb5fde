import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './durable-files';

/**
 * Removes a repository of the storage `root`. It is gone for every reader by one rename into the
 * trash folder; the slow deletion follows. A repository that is not there is no error. What a crash
 * leaves in the trash is deleted by `emptyTrash`.
 */
export async function removeRepository(root: string, repo: string): Promise<void> {
  const inside = path.relative(root, repo);
  if (inside === '' || inside.startsWith('..') || path.isAbsolute(inside)) {
    throw new TypeError('the repository is not inside this storage');
  }
  const trash = trashFolder(root);
  await mkdir(trash, { recursive: true });
  const grave = path.join(trash, `${path.basename(repo)}-${randomBytes(8).toString('hex')}`);
  try {
    await rename(repo, grave);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await Promise.all([syncFolder(path.dirname(repo)), syncFolder(trash)]);
  await rm(grave, { recursive: true, force: true });
}

/**
 * Deletes all that earlier removals left in the trash of a storage; answers how many repositories
 * it was.
 */
export async function emptyTrash(root: string): Promise<number> {
  const trash = trashFolder(root);
  await mkdir(trash, { recursive: true });
  const graves = await readdir(trash);
  for (const grave of graves) await rm(path.join(trash, grave), { recursive: true, force: true });
  return graves.length;
}

function trashFolder(root: string): string {
  return path.join(root, '@trash');
}

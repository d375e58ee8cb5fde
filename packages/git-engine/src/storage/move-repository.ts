import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { GitError } from '../errors';
import { syncFolder } from './durable-files';

/**
 * Moves a repository to another folder of the same file system by one rename. Returns false if
 * there is none at `repo`, so that a retry succeeds. Errors: `conflict` if there is a repository at
 * `target`.
 */
export async function moveRepository(repo: string, target: string): Promise<boolean> {
  if (!existsSync(repo)) return false;
  await mkdir(path.dirname(target), { recursive: true });
  try {
    await rename(repo, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    if (code === 'ENOTEMPTY' || code === 'EEXIST') throw new GitError('conflict', 'the repository already exists');
    throw error;
  }
  await Promise.all([syncFolder(path.dirname(repo)), syncFolder(path.dirname(target))]);
  // The parent folders of `target` may be new.
  await syncFolder(path.dirname(path.dirname(target)));
  return true;
}

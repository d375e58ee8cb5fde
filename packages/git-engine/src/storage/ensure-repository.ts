import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { GitError } from '../errors';
import { isValidBranchName } from '../write/refs/ref-names';
import { syncFolder, writeNewFile } from './durable-files';

const config = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n\tlogAllRefUpdates = always\n';
const folders = ['objects', 'objects/info', 'objects/pack', 'refs', 'refs/heads', 'refs/tags'];

/** Whether a repository folder exists. It is complete as soon as it is visible. */
export async function repositoryExists(repo: string): Promise<boolean> {
  try {
    await access(path.join(repo, 'HEAD'));
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/**
 * Creates an empty bare repository if it does not exist, without starting git. Of two concurrent
 * callers one creates it and both succeed. Returns whether this call created it. Errors:
 * `invalid_ref` for a default branch that git would not accept.
 */
export async function ensureRepository(repo: string, defaultBranch = 'master'): Promise<boolean> {
  if (await repositoryExists(repo)) return false;
  if (!isValidBranchName(defaultBranch)) throw new GitError('invalid_ref', 'The branch refname is invalid');
  return await placeRepository(repo, (folder) => buildRepository(folder, defaultBranch));
}

/**
 * Builds a repository in a folder beside the target and renames it, so that it is never visible
 * incomplete. Returns false if another process created the target first. A successful call also
 * removes the leftovers of earlier attempts.
 */
export async function placeRepository(repo: string, build: (folder: string) => Promise<void>): Promise<boolean> {
  const parent = path.dirname(repo);
  await createFolders(parent);
  const prefix = `.new-${path.basename(repo)}-`;
  const building = path.join(parent, prefix + randomBytes(8).toString('hex'));
  try {
    await build(building);
    // A rename never replaces a folder that has content.
    await rename(building, repo);
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    if (await repositoryExists(repo)) return false;
    throw error;
  }
  await syncFolder(parent);
  await removeLeftovers(parent, prefix);
  return true;
}

/** A concurrent builder whose folder is removed finds that the repository exists. */
async function removeLeftovers(parent: string, prefix: string): Promise<void> {
  const left = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  const removals = left.map((name) => rm(path.join(parent, name), { recursive: true, force: true }));
  // A folder that is still being filled cannot be removed; its builder removes it.
  await Promise.allSettled(removals);
}

/** Creates the files and folders of an empty repository in a folder that does not exist. */
export async function buildRepository(folder: string, defaultBranch: string): Promise<void> {
  await mkdir(folder);
  for (const name of folders) await mkdir(path.join(folder, name));
  await writeNewFile(path.join(folder, 'config'), config);
  await writeNewFile(path.join(folder, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`);
  await Promise.all([folder, ...folders.map((name) => path.join(folder, name))].map(syncFolder));
}

/** Creates the missing part of a folder's path and makes each new name durable in its parent. */
async function createFolders(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let current = folder; current.length >= first.length; current = path.dirname(current)) {
    await syncFolder(path.dirname(current));
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

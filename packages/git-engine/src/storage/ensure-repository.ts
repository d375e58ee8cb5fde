import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { GitError } from '../errors';
import { isValidBranchName } from '../write/ref-names';
import { syncFolder, writeNewFile } from './durable-files';

const config = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n\tlogAllRefUpdates = always\n';
const folders = ['objects', 'objects/info', 'objects/pack', 'refs', 'refs/heads', 'refs/tags'];

/** True where a repository folder stands; it is complete from the moment that it is visible. */
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
 * Creates an empty bare repository unless it is there, without starting git. Of two callers at once
 * one creates it and both succeed. Answers whether this call created it. Errors: `invalid_ref` for
 * a default branch that git would not accept.
 */
export async function ensureRepository(repo: string, defaultBranch = 'master'): Promise<boolean> {
  if (await repositoryExists(repo)) return false;
  if (!isValidBranchName(defaultBranch)) throw new GitError('invalid_ref', 'The branch refname is invalid');
  return await placeRepository(repo, (folder) => buildRepository(folder, defaultBranch));
}

/**
 * Builds a repository beside its place and renames it, so that nobody ever sees half of one.
 * Answers false where somebody else was first. What an earlier try left half built is removed with
 * the one that succeeds.
 */
export async function placeRepository(repo: string, build: (folder: string) => Promise<void>): Promise<boolean> {
  const parent = path.dirname(repo);
  await makeFolders(parent);
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
  await removeLeftOvers(parent, prefix);
  return true;
}

/** Who is still building finds the repository in its place when his folder is gone. */
async function removeLeftOvers(parent: string, prefix: string): Promise<void> {
  const left = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  const removals = left.map((name) => rm(path.join(parent, name), { recursive: true, force: true }));
  // A folder that is being filled resists; its builder removes it himself.
  await Promise.allSettled(removals);
}

/** Makes the files and folders of an empty repository in a folder that does not exist. */
export async function buildRepository(folder: string, defaultBranch: string): Promise<void> {
  await mkdir(folder);
  for (const name of folders) await mkdir(path.join(folder, name));
  await writeNewFile(path.join(folder, 'config'), config);
  await writeNewFile(path.join(folder, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`);
  await Promise.all([folder, ...folders.map((name) => path.join(folder, name))].map(syncFolder));
}

/** Creates the missing part of a folder's path and makes each new name durable in its parent. */
async function makeFolders(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let current = folder; current.length >= first.length; current = path.dirname(current)) {
    await syncFolder(path.dirname(current));
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

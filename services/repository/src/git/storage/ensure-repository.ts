import { randomBytes } from 'node:crypto';
import { access, mkdir, rename, rm } from 'node:fs/promises';
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
 * Creates an empty bare repository unless it is there, without starting git. It is built beside its place and renamed,
 * so that nobody ever sees half of one; of two callers at once one creates it and both succeed.
 * Answers whether this call created it. Errors: `invalid_ref` for a default branch that git would not accept.
 */
export async function ensureRepository(repo: string, defaultBranch = 'master'): Promise<boolean> {
  if (await repositoryExists(repo)) return false;
  if (!isValidBranchName(defaultBranch)) throw new GitError('invalid_ref', 'The branch refname is invalid');
  const parent = path.dirname(repo);
  await makeFolders(parent);
  const building = path.join(parent, `.new-${randomBytes(8).toString('hex')}`);
  try {
    await buildRepository(building, defaultBranch);
    await rename(building, repo);
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    // A rename never replaces a folder that has content: somebody else was first.
    if (isCode(error, 'ENOTEMPTY') || isCode(error, 'EEXIST')) return false;
    throw error;
  }
  await syncFolder(parent);
  return true;
}

async function buildRepository(folder: string, defaultBranch: string): Promise<void> {
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

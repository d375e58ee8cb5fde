/**
 * Writes the bundle of a repository, which clients download before they clone the rest.
 *
 * It contains the default branch and the tags. Other branches are deleted and rewritten all the
 * time, and the bundle has to go as soon as one of its refs does.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { storedBytes } from '../../measure/stored-bytes';
import type { Ref } from '../../refs/ref-store';
import { syncFolder } from '../../storage/durable-files';
import type { GitContext } from '../../worker/context';
import { runGit } from '../../write/run-git';
import { readRefState } from '../refs/repository-refs';
import { type BundledRef, bundleFolder, bundlePath, removeOtherBundles } from './bundle-file';
import { findCloneBundle, refsToBundle } from './find-clone-bundle';
import { BRANCHES } from '../../refs/ref-folders';

export interface WriteCloneBundleInput {
  repo: string;
  /** Smaller repositories get no bundle. */
  min_bytes: number;
  /** Milliseconds for which a usable bundle is not replaced, although there are new commits. */
  min_age_ms: number;
}

const TIMEOUT_MS = 2 * 60 * 60_000;
/** Bytes that stay free on the disk. */
const MIN_FREE_BYTES = 1024 ** 3;

/**
 * Writes a bundle if the repository is large and has none, or an old one; returns whether it did.
 * Also removes leftovers of interrupted calls. Errors: those of `runGit`.
 */
export async function writeCloneBundle(context: GitContext, input: WriteCloneBundleInput): Promise<boolean> {
  const { repo, min_bytes, min_age_ms } = input;
  const repository = context.repository(repo);
  if (!repository.exists) return false;
  const known = await findCloneBundle(repository);
  await removeOtherBundles(repo, known?.id);
  if (known !== undefined && Date.now() - known.createdAt < min_age_ms) return false;
  const state = readRefState(repository);
  const refs = state && refsToBundle(state);
  if (refs === undefined || (known !== undefined && isSame(known.refs, refs))) return false;
  const size = await storedBytes(repo, Infinity);
  if (size < min_bytes || !(await hasSpace(repo, size))) return false;
  await createBundle(context, repo, refs);
  return true;
}

/** The bundle gets its name when it is complete and on disk. */
async function createBundle(context: GitContext, repo: string, refs: readonly Ref[]): Promise<void> {
  const folder = bundleFolder(repo);
  await createFolder(folder);
  const id = randomBytes(16).toString('hex');
  const unfinished = path.join(folder, `unfinished-${id}`);
  const branches = refs.map(({ name }) => name).filter((name) => name.startsWith(BRANCHES));
  try {
    await runGit(repo, ['bundle', 'create', '--quiet', unfinished, '--tags', 'HEAD', ...branches], {
      timeoutMs: TIMEOUT_MS,
      signal: context.signal,
      program: context.settings.gitBinary,
      path: context.settings.searchPath,
    });
    await syncFile(unfinished);
    await rename(unfinished, bundlePath(repo, id));
  } finally {
    // Git writes to the second name first.
    await Promise.all([unfinished, `${unfinished}.lock`].map((file) => rm(file, { force: true })));
  }
  await syncFolder(folder);
  await syncFolder(repo);
  await removeOtherBundles(repo, id);
}

/**
 * Not recursive: a repository that is deleted at the same time must not leave a folder at its path.
 */
async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function isSame(bundled: readonly BundledRef[], refs: readonly Ref[]): boolean {
  const ids = new Map(bundled.map(({ name, id }) => [name, id]));
  ids.delete('HEAD');
  return ids.size === refs.length && refs.every(({ name, id }) => ids.get(name) === id);
}

/** A bundle is about as large as the objects, and must not fill the disk. */
async function hasSpace(repo: string, size: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(repo);
  return bavail * bsize >= MIN_FREE_BYTES + 2 * size;
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

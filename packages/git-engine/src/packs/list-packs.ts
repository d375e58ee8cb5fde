import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { GitContext } from '../worker/context';
import { runGit } from '../write/run-git';

const TIMEOUT_MS = 60 * 60_000;
const packName = /^pack-[0-9a-f]{40}\.pack$/;

/** A pack in the folder of a repository. */
export interface PackFile {
  /** File name, which identifies the content. */
  name: string;
  /** Absolute path. */
  file: string;
}

/**
 * The packs of a repository, which contain everything that its refs reach: loose objects are packed
 * first. Maintenance may replace a pack at any time.
 */
export async function listPacks({ settings, signal }: GitContext, { repo }: { repo: string }): Promise<PackFile[]> {
  const environment = { program: settings.gitBinary, path: settings.searchPath };
  await runGit(repo, ['repack', '-d', '-l', '--no-write-bitmap-index', '--quiet'], {
    timeoutMs: TIMEOUT_MS,
    signal,
    ...environment,
  });
  return packsIn(path.join(repo, 'objects/pack'));
}

/** The packs in a folder. */
export async function packsIn(folder: string): Promise<PackFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => packName.test(name)).map((name) => ({ name, file: path.join(folder, name) }));
}

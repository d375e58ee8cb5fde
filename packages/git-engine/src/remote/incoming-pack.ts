/**
 * Temporary packs that a fetch writes into a repository. Only fetches use these names: pushes have
 * their own folders, and repacking uses other names. Fetches run one at a time.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const unfinished = /^tmp_(pack|idx|rev)_/;

/** Size of the largest one in bytes; 0 if none exists. */
export async function largestIncoming(repo: string): Promise<number> {
  // It may have been renamed to its final name.
  const size = (file: string): Promise<number> => stat(file).then(({ size: bytes }) => bytes, zeroIfMissing);
  return Math.max(0, ...(await Promise.all((await unfinishedFiles(repo)).map(size))));
}

/** Removes the files of an aborted fetch, which are as large as the fetch was. */
export async function removeIncoming(repo: string): Promise<void> {
  await Promise.all((await unfinishedFiles(repo)).map((file) => rm(file, { force: true })));
}

async function unfinishedFiles(repo: string): Promise<string[]> {
  const folder = path.join(repo, 'objects', 'pack');
  // The project may be deleted at the same time, including its repository.
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => unfinished.test(name)).map((name) => path.join(folder, name));
}

function zeroIfMissing(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT') return 0;
  throw error;
}

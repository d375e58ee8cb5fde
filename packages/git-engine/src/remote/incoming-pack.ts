/**
 * Packs that a fetch is writing into a repository. A fetch is the only one that writes them there
 * under these names: what is pushed has folders of its own, and repacking uses other names. Of
 * fetches there is one at a time.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const unfinished = /^tmp_(pack|idx|rev)_/;

/** Size of the largest one in bytes; 0 where there is none. */
export async function largestIncoming(repo: string): Promise<number> {
  // One may have got its final name meanwhile.
  const size = (file: string): Promise<number> => stat(file).then(({ size: bytes }) => bytes, gone);
  return Math.max(0, ...(await Promise.all((await unfinishedFiles(repo)).map(size))));
}

/** Removes what a fetch that was cut off left behind: it is as large as the fetch was. */
export async function removeIncoming(repo: string): Promise<void> {
  await Promise.all((await unfinishedFiles(repo)).map((file) => rm(file, { force: true })));
}

async function unfinishedFiles(repo: string): Promise<string[]> {
  const folder = path.join(repo, 'objects', 'pack');
  // The project may be deleted meanwhile, and its repository with it.
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => unfinished.test(name)).map((name) => path.join(folder, name));
}

function gone(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT') return 0;
  throw error;
}

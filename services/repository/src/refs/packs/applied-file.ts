/**
 * The number of the last log entry that the folder of a repository has followed, in a file inside
 * it. It may lag behind after a crash: following an entry twice changes nothing.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const NAME = 'applied';

/** The number in a folder; null if the folder does not exist or has none. */
export async function readApplied(repo: string): Promise<number | null> {
  try {
    const text = await readFile(path.join(repo, NAME), 'utf8');
    return /^\d+\n$/.test(text) ? Number(text) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the number. It is not synced: an older one is as good after a crash. */
export async function writeApplied(repo: string, seq: number): Promise<void> {
  const file = path.join(repo, NAME);
  const next = `${file}.${process.pid}.new`;
  await writeFile(next, `${seq}\n`);
  await rename(next, file);
}

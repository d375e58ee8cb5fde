/**
 * The number of the last log entry that the folder of a repository has followed, in a file inside
 * it. It may lag behind after a crash: following an entry twice changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const NAME = 'applied';

/** The file in a folder. */
export function appliedFile(repo: string): string {
  return path.join(repo, NAME);
}

/** The number in a folder; null if the folder does not exist or has none. */
export async function readApplied(repo: string): Promise<number | null> {
  try {
    const text = await readFile(appliedFile(repo), 'utf8');
    return /^\d+\n$/.test(text) ? Number(text) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the number. It is not synced: an older one is as good after a crash. */
export async function writeApplied(repo: string, seq: number): Promise<void> {
  const file = appliedFile(repo);
  // Two writers of the same number may meet.
  const next = `${file}.${randomUUID()}.new`;
  await writeFile(next, `${seq}\n`);
  await rename(next, file);
}

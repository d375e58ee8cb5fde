/**
 * The number of the last log entry that the folder of a repository has followed, in a file inside
 * it, with the incarnation of the repository. It may lag behind after a crash: following an entry
 * twice changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const NAME = 'applied';
const content = /^(\d+)(?: (\S+))?\n$/;

/** The file in a folder. */
export function appliedFile(repo: string): string {
  return path.join(repo, NAME);
}

/**
 * The number in a folder. Null if the folder does not exist or has none, or if it followed the log
 * of another incarnation of the repository.
 */
export async function readApplied(repo: string, incarnation?: string): Promise<number | null> {
  const applied = await readFileOf(repo);
  return applied && applied.incarnation === incarnation ? applied.seq : null;
}

/** Whether a folder has followed a log, so that it is only a cache. */
export async function isCache(repo: string): Promise<boolean> {
  return (await readFileOf(repo)) !== null;
}

/** Writes the number. It is not synced: an older one is as good after a crash. */
export async function writeApplied(repo: string, seq: number, incarnation?: string): Promise<void> {
  const file = appliedFile(repo);
  // Two writers of the same number may meet.
  const next = `${file}.${randomUUID()}.new`;
  await writeFile(next, incarnation === undefined ? `${seq}\n` : `${seq} ${incarnation}\n`);
  await rename(next, file);
}

async function readFileOf(repo: string): Promise<{ seq: number; incarnation: string | undefined } | null> {
  try {
    const found = content.exec(await readFile(appliedFile(repo), 'utf8'));
    return found && { seq: Number(found[1]), incarnation: found[2] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

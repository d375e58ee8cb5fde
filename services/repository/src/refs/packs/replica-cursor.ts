/**
 * How far a replica has followed the log of its original on another node, in a file inside its
 * folder. It may lag behind: following an entry twice changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Apart from `applied`, which marks the cache of a log of this node. */
const NAME = 'replica-cursor';
const content = /^(\d+) (\S+)\n$/;

/** A place in the log of an original. */
export interface ReplicaCursor {
  incarnation: string;
  /** Number of the last entry. */
  seq: number;
}

/** The cursor of a replica; undefined for none, and without a replica. */
export async function readReplicaCursor(repo: string): Promise<ReplicaCursor | undefined> {
  try {
    const found = content.exec(await readFile(path.join(repo, NAME), 'utf8'));
    return found ? { seq: Number(found[1]), incarnation: String(found[2]) } : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the cursor. It is not synced: an older one is as good after a crash. */
export async function writeReplicaCursor(repo: string, { seq, incarnation }: ReplicaCursor): Promise<void> {
  const file = path.join(repo, NAME);
  const next = `${file}.${randomUUID()}.new`;
  await writeFile(next, `${seq} ${incarnation}\n`);
  await rename(next, file);
}

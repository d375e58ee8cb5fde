/** The epoch of a storage on its disk, so that an older copy of the disk is recognized. */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '@forgemesh/git-engine';

const NAME = '.epoch';

/** The epoch in a folder of a storage; null for a storage of before there were epochs. */
export async function readEpoch(root: string): Promise<number | null> {
  try {
    const epoch = Number(await readFile(path.join(root, NAME), 'utf8'));
    return Number.isSafeInteger(epoch) ? epoch : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the epoch durably. */
export async function writeEpoch(root: string, epoch: number): Promise<void> {
  await mkdir(root, { recursive: true });
  await replaceFile(root, NAME, `${epoch}\n`);
}

/** Files of a job that is under way: what must be known in size or read twice is kept on disk, never in memory. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Schedule } from '@forgemesh/kit';
import { config } from '../config';
import type { Projects } from '../service';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A file on disk. */
export interface SpooledFile {
  file: string;
  size: number;
  /** Reads it from its beginning. */
  read(): Readable;
}

/** A folder of numbered files; no name of theirs comes from outside. */
export class Spool {
  private count = 0;

  constructor(private readonly folder: string) {}

  /** Keeps content as it arrives. */
  async keep(content: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    const file = this.next();
    await pipeline(content, createWriteStream(file));
    const { size } = await stat(file);
    return { file, size, read: () => createReadStream(file) };
  }

  /** The path of a file that is not there yet. */
  next(): string {
    return path.join(this.folder, String(++this.count));
  }
}

function folderOfSpools(): string {
  return path.resolve(config.FORGE_DATA_DIR, 'archives');
}

/** Does work that needs files, and removes them. */
export async function withSpool<T>(work: (spool: Spool) => Promise<T>): Promise<T> {
  await mkdir(folderOfSpools(), { recursive: true });
  const folder = await mkdtemp(path.join(folderOfSpools(), 'job-'));
  try {
    return await work(new Spool(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes every day what a crash left. */
export const sweepSpools: Schedule<Projects> = {
  name: 'projects-sweep-spools',
  everyMs: DAY_MS,
  async run() {
    await mkdir(folderOfSpools(), { recursive: true });
    for (const name of await readdir(folderOfSpools())) {
      const folder = path.join(folderOfSpools(), name);
      const { mtimeMs } = await stat(folder);
      if (mtimeMs < Date.now() - DAY_MS) await rm(folder, { recursive: true, force: true });
    }
  },
};

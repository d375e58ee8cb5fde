/** Numbered files of a job in a folder of its own. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assertFreeSpace } from '@forgemesh/errors';

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
  async store(content: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    const file = this.next();
    await pipeline(content, createWriteStream(file));
    const { size } = await stat(file);
    return { file, size, read: () => createReadStream(file) };
  }

  /** Throws UnavailableError if the disk has no room for the bytes beside the reserve. */
  assertRoom(bytes: number, minFreeBytes: number): Promise<void> {
    return assertFreeSpace(this.folder, bytes, minFreeBytes);
  }

  /** The path of a file that is not there yet. */
  next(): string {
    return path.join(this.folder, String(++this.count));
  }
}

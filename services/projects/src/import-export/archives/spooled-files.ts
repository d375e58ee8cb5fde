/** Numbered temporary files in a folder. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { assertFreeSpace } from '@forgemesh/errors';
import { contentOf } from '@forgemesh/objects';

/** A file on disk. */
export interface SpooledFile {
  file: string;
  size: number;
  /** Reads it from its beginning. */
  read(): AsyncIterable<Uint8Array>;
}

/** A folder of temporary files. Their names are generated, never taken from input. */
export class Spool {
  private count = 0;

  constructor(private readonly folder: string) {}

  /** Writes a stream to a file. */
  async store(content: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    const file = this.next();
    await pipeline(content, createWriteStream(file));
    const { size } = await stat(file);
    return { file, size, read: () => contentOf(file) };
  }

  /**
   * Throws UnavailableError if writing the bytes would leave less free disk space than the minimum.
   */
  assertRoom(bytes: number, minFreeBytes: number): Promise<void> {
    return assertFreeSpace(this.folder, bytes, minFreeBytes);
  }

  /** The path of a new file. */
  next(): string {
    return path.join(this.folder, String(++this.count));
  }
}

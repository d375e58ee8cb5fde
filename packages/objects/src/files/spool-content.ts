/** Content of unknown size and digest, collected in a temporary file before it is stored. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { assertFreeSpace, fromDiskError } from '@forgemesh/errors';
import { contentOf } from '../content-of';
import type { ExpectedContent } from '../object-store';

/** Where content is collected. */
export interface SpoolOptions {
  /** Folder of this service, which is created with the first file. */
  folder: string;
  /** Bytes that stay free on its disk. */
  minFreeBytes: number;
}

/** Collected content. */
export interface SpooledContent extends ExpectedContent {
  read(): AsyncIterable<Uint8Array>;
}

/**
 * Collects content, and removes it after `use`. Throws DiskError if there is no space for it.
 * Callers limit its size.
 */
export async function withSpooledContent<T>(
  content: AsyncIterable<Uint8Array>,
  { folder, minFreeBytes }: SpoolOptions,
  use: (spooled: SpooledContent) => Promise<T>,
): Promise<T> {
  const file = path.join(folder, randomUUID());
  try {
    const digest = await writeSpool(content, { file, folder, minFreeBytes });
    return await use({ ...digest, read: () => contentOf(file) });
  } finally {
    await rm(file, { force: true });
  }
}

async function writeSpool(
  content: AsyncIterable<Uint8Array>,
  { file, folder, minFreeBytes }: SpoolOptions & { file: string },
): Promise<ExpectedContent> {
  const hash = createHash('sha256');
  let size = 0;
  async function* observed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await assertFreeSpace(folder, 0, minFreeBytes);
    await pipeline(observed, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    throw fromDiskError(error);
  }
  return { sha256: hash.digest('hex'), size };
}

/** Removes what processes that died have collected before a time. */
export async function removeOldSpools({ folder }: SpoolOptions, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < before.getTime()) await rm(file, { force: true });
  }
}

/**
 * An uploaded file, on disk while it is checked and forwarded.
 *
 * The temporary file is unlinked immediately: it disappears when its handle is closed, also if the
 * process dies.
 */
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { assertFreeSpace, fromDiskError } from '@forgemesh/errors';

/** A received file. */
export interface SpooledFile {
  /** Name of the form field. */
  field: string;
  /** File name from the client, without folders. */
  name: string;
  size: number;
  /** Reads the file from its start; may be called several times in sequence. */
  read(chunkBytes: number): Readable;
  /** Deletes the file. */
  close(): Promise<void>;
}

/** Bytes after which the free space is checked again. */
const CHECK_BYTES = 16 * 1024 * 1024;

/** Where files are stored. */
export interface SpoolOptions {
  folder: string;
  /** Bytes that stay free on the disk. */
  minFreeBytes: number;
}

/** Stores a file in a folder. Throws UnavailableError if the disk is too full. */
export async function spoolFile(
  source: Readable,
  { field, name }: Pick<SpooledFile, 'field' | 'name'>,
  { folder, minFreeBytes }: SpoolOptions,
): Promise<SpooledFile> {
  await assertFreeSpace(folder, 0, minFreeBytes);
  const handle = await openUnnamed(folder);
  try {
    let unchecked = 0;
    for await (const chunk of source) {
      const bytes = chunk as Buffer;
      unchecked += bytes.length;
      if (unchecked > CHECK_BYTES) {
        await assertFreeSpace(folder, bytes.length, minFreeBytes);
        unchecked = 0;
      }
      await handle.appendFile(bytes);
    }
    const { size } = await handle.stat();
    return {
      field,
      name,
      size,
      read: (chunkBytes) => Readable.from(chunksOf(handle, chunkBytes), { highWaterMark: 2 }),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw fromDiskError(error);
  }
}

async function openUnnamed(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}

async function* chunksOf(handle: FileHandle, chunkBytes: number): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * A file of an upload, on disk while it is checked and sent on.
 *
 * The temporary file has no name from the start: it goes when its handle is closed, also when the
 * process dies.
 */
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { assertFreeSpace, fromDiskError } from '@forgemesh/errors';

/** A file that was received. */
export interface SpooledFile {
  /** Name of the form field. */
  field: string;
  /** Name that the client gave the file, without folders. */
  name: string;
  size: number;
  /** Reads it from its start; several readers may follow each other. */
  read(chunkBytes: number): Readable;
  /** Frees it. */
  close(): Promise<void>;
}

/** Bytes after which the free space is checked again. */
const CHECK_BYTES = 16 * 1024 * 1024;

/** Where files are received. */
export interface SpoolPlace {
  folder: string;
  /** Bytes that stay free on the disk. */
  minFreeBytes: number;
}

/** Receives a file into a folder. Throws UnavailableError if the disk is too full. */
export async function spoolFile(
  source: Readable,
  { field, name }: Pick<SpooledFile, 'field' | 'name'>,
  { folder, minFreeBytes }: SpoolPlace,
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

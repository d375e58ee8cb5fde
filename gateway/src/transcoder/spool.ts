/**
 * A file of an upload, on disk while it is checked and sent on.
 *
 * The temporary file has no name from the start: it goes when its handle is closed, also when the process dies.
 */
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

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

/** Receives a file into a folder. */
export async function spoolFile(source: Readable, field: string, name: string, folder: string): Promise<SpooledFile> {
  const handle = await openUnnamed(folder);
  try {
    await pipeline(source, handle.createWriteStream({ autoClose: false }));
    const { size } = await handle.stat();
    return {
      field,
      name,
      size,
      read: (chunkBytes) => handle.createReadStream({ start: 0, autoClose: false, highWaterMark: chunkBytes }),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openUnnamed(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}

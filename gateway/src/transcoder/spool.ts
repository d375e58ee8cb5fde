/**
 * A file of an upload, on disk while it is checked and sent on.
 *
 * The temporary file has no name from the start: it goes when its handle is closed, also when the process dies.
 */
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

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
    for await (const chunk of source) await handle.appendFile(chunk as Buffer);
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
    throw error;
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

/**
 * Reads small blobs that are stored as loose objects in a folder, such as those of a small push.
 * They are a few files, which are read in less time than git needs to start.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

/** A blob and its content. */
export interface LooseBlob {
  id: string;
  content: Buffer;
}

/** Name of a folder of loose objects. */
const LOOSE_FOLDER = /^[0-9a-f]{2}$/;
const LOOSE_FILE = /^[0-9a-f]{38}$/;
/** Maximum number of files that are read; git writes pushes with more objects as packs. */
const MAX_FILES = 200;
/** Bytes that a file may have in addition to the content: the header and what zlib adds. */
const MAX_OVERHEAD = 64;
/** What the content of the file begins with: the type and the size. */
const BLOB_HEADER = /^blob \d+\0/;

const inflateAsync = promisify(inflate);

/** Whether a folder of objects has loose ones. */
export function hasLooseObjects(entries: readonly string[]): boolean {
  return entries.some((name) => LOOSE_FOLDER.test(name));
}

/** The loose blobs of at most `maxBytes`; null if there are too many files to look at. */
export async function readLooseBlobs(
  folder: string,
  entries: readonly string[],
  maxBytes: number,
): Promise<LooseBlob[] | null> {
  const files: string[] = [];
  for (const name of entries.filter((entry) => LOOSE_FOLDER.test(entry))) {
    const found = (await readdir(path.join(folder, name))).filter((file) => LOOSE_FILE.test(file));
    files.push(...found.map((file) => name + file));
    if (files.length > MAX_FILES) return null;
  }
  const blobs = await Promise.all(files.map((id) => readBlob(folder, id, maxBytes)));
  return blobs.filter((blob) => blob !== undefined);
}

async function readBlob(folder: string, id: string, maxBytes: number): Promise<LooseBlob | undefined> {
  const file = path.join(folder, id.slice(0, 2), id.slice(2));
  // What cannot be compressed grows by a few bytes.
  if ((await stat(file)).size > maxBytes + MAX_OVERHEAD) return undefined;
  const object = await inflateAtMost(await readFile(file), maxBytes + MAX_OVERHEAD);
  const [header] = BLOB_HEADER.exec(object?.toString('latin1', 0, MAX_OVERHEAD) ?? '') ?? [];
  if (object === undefined || header === undefined) return undefined;
  const content = object.subarray(header.length);
  return content.length <= maxBytes ? { id, content } : undefined;
}

/** Inflates data; undefined if the result has more bytes than `maxBytes`. */
async function inflateAtMost(data: Buffer, maxBytes: number): Promise<Buffer | undefined> {
  try {
    return await inflateAsync(data, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

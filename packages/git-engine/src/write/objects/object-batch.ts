import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFile,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, deflate, deflateSync } from 'node:zlib';
import { syncFolder } from '../../storage/durable-files';
import { objectHeader, objectId, type ObjectType } from './object-encoding';

const deflateLarge = promisify(deflate);
const writeLarge = promisify<number, Buffer>(writeFile);
const sync = promisify(fsync);
/** Below this many bytes, passing the work to another thread costs more than the work. */
const inlineLimit = 32 * 1024;
/** Objects whose files are open at the same time. */
const batchSize = 64;

interface PendingObject {
  id: string;
  type: ObjectType;
  content: Buffer;
}

/** An object's file before it has its name. */
interface NewFile {
  descriptor: number;
  temporary: string;
  file: string;
}

/**
 * Objects collected for one write. `add` returns the id immediately; `flush` makes all of them
 * durable: every file is synced before it gets its name, every folder afterwards. A ref may point
 * at one of them only after `flush` has resolved.
 */
export class ObjectBatch {
  private readonly pending = new Map<string, PendingObject>();

  constructor(private readonly repo: string) {}

  add(type: ObjectType, content: Buffer): string {
    const id = objectId(type, content);
    this.pending.set(id, { id, type, content });
    return id;
  }

  /**
   * Writes missing objects. An existing object gets a new modification time, so that maintenance
   * does not prune it.
   */
  async flush(): Promise<void> {
    const objects = path.join(this.repo, 'objects');
    const fanOut = [...new Set([...this.pending.keys()].map((id) => id.slice(0, 2)))];
    const created = fanOut.map((name) => createFolder(path.join(objects, name)));
    const all = [...this.pending.values()];
    for (let at = 0; at < all.length; at += batchSize) await writeLooseObjects(objects, all.slice(at, at + batchSize));
    await Promise.all(fanOut.map((name) => syncIfThere(path.join(objects, name))));
    if (created.includes(true)) await syncFolder(objects);
    this.pending.clear();
  }
}

/** Writes one object and makes it durable; returns its id. */
export async function writeObject(repo: string, type: ObjectType, content: Buffer): Promise<string> {
  const batch = new ObjectBatch(repo);
  const id = batch.add(type, content);
  await batch.flush();
  return id;
}

function createFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Writes missing objects as loose ones and makes their content durable. Everything but the wait for
 * the disk takes less time than passing it to another thread.
 */
async function writeLooseObjects(objects: string, pending: readonly PendingObject[]): Promise<void> {
  const files: NewFile[] = [];
  try {
    for (const object of pending) await writeTemporary(objects, object, files);
    // All have ended before a file is closed.
    const synced = await Promise.allSettled(files.map(({ descriptor }) => sync(descriptor)));
    const failed = synced.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed) throw failed.reason;
  } catch (error) {
    for (const { temporary } of files) rmSync(temporary, { force: true });
    throw error;
  } finally {
    for (const { descriptor } of files) closeSync(descriptor);
  }
  for (const { temporary, file } of files) renameSync(temporary, file);
}

/** Writes an object to a temporary file, which is added to `files`, unless the object exists. */
async function writeTemporary(objects: string, { id, type, content }: PendingObject, files: NewFile[]): Promise<void> {
  const folder = path.join(objects, id.slice(0, 2));
  const file = path.join(folder, id.slice(2));
  if (freshen(file)) return;
  const compressed = await compress(Buffer.concat([objectHeader(type, content.length), content]));
  // git's maintenance removes files with this prefix that a crash leaves behind.
  const temporary = path.join(folder, `tmp_obj_${randomBytes(8).toString('hex')}`);
  const descriptor = await openNew(temporary);
  files.push({ descriptor, temporary, file });
  if (compressed.length < inlineLimit) writeFileSync(descriptor, compressed);
  else await writeLarge(descriptor, compressed);
}

/** Maintenance may remove an empty fan-out folder, which is then created again. */
async function openNew(file: string): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return openSync(file, 'wx', 0o444);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === 5) throw error;
      const folder = path.dirname(file);
      if (createFolder(folder)) await syncFolder(path.dirname(folder));
    }
  }
}

/** A folder is deleted only after maintenance has packed its content, which is durable then. */
async function syncIfThere(folder: string): Promise<void> {
  try {
    await syncFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function freshen(file: string): boolean {
  const now = new Date();
  try {
    utimesSync(file, now, now);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function compress(bytes: Buffer): Buffer | Promise<Buffer> {
  const options = { level: constants.Z_BEST_SPEED };
  return bytes.length < inlineLimit ? deflateSync(bytes, options) : deflateLarge(bytes, options);
}

import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, utimes, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, deflate, deflateSync } from 'node:zlib';
import { syncFolder } from '../../storage/durable-files';
import { objectHeader, objectId, type ObjectType } from './object-encoding';

const deflateLarge = promisify(deflate);
/** Below this many bytes, passing the work to another thread costs more than the work. */
const inlineLimit = 32 * 1024;
/** Concurrent file writes; more would only queue inside the thread pool. */
const parallelWrites = 16;

/**
 * Objects collected for one write. `add` returns the id immediately; `flush` makes all of them
 * durable: every file is synced before it gets its name, every folder afterwards. A ref may point
 * at one of them only after `flush` has resolved.
 */
export class ObjectBatch {
  private readonly pending = new Map<string, { type: ObjectType; content: Buffer }>();

  constructor(private readonly repo: string) {}

  add(type: ObjectType, content: Buffer): string {
    const id = objectId(type, content);
    this.pending.set(id, { type, content });
    return id;
  }

  /**
   * Writes missing objects. An existing object gets a new modification time, so that maintenance
   * does not prune it.
   */
  async flush(): Promise<void> {
    const objects = path.join(this.repo, 'objects');
    const fanOut = [...new Set([...this.pending.keys()].map((id) => id.slice(0, 2)))];
    const created = await Promise.all(fanOut.map((name) => createFolder(path.join(objects, name))));
    const queue = [...this.pending].values();
    const workers = Array.from({ length: Math.min(parallelWrites, this.pending.size) }, async () => {
      for (const [id, object] of queue) await writeLooseObject(objects, id, object.type, object.content);
    });
    await Promise.all(workers);
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

async function createFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function writeLooseObject(objects: string, id: string, type: ObjectType, content: Buffer): Promise<void> {
  const folder = path.join(objects, id.slice(0, 2));
  const file = path.join(folder, id.slice(2));
  if (await freshen(file)) return;
  const compressed = await compress(Buffer.concat([objectHeader(type, content.length), content]));
  // git's maintenance removes files with this prefix that a crash leaves behind.
  const temporary = path.join(folder, `tmp_obj_${randomBytes(8).toString('hex')}`);
  const handle = await openNew(temporary);
  try {
    await handle.writeFile(compressed);
    await handle.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

/** Maintenance may remove an empty fan-out folder, which is then created again. */
async function openNew(file: string): Promise<FileHandle> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await open(file, 'wx', 0o444);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === 5) throw error;
      const folder = path.dirname(file);
      if (await createFolder(folder)) await syncFolder(path.dirname(folder));
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

async function freshen(file: string): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(file, now, now);
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

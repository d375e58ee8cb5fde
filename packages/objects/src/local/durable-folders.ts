/** Folders whose names and entries survive a power failure. */
import { closeSync, fsync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CombinedCommands } from '@forgemesh/data';

const syncDescriptor = promisify(fsync);

/** Maximum number of folders that are remembered as durable. */
const MAX_KNOWN = 10_000;

/** Creates and syncs folders below a root. Concurrent requests for a folder share the work. */
export class DurableFolders {
  /** Folders that exist, or are being created. */
  private readonly known = new Map<string, Promise<void>>();
  /** Syncs that are requested while others run are made together after them. */
  private readonly syncs = new CombinedCommands<string>(syncAll);

  constructor(private readonly root: string) {}

  /** Makes the names inside a folder durable. */
  sync(folder: string): Promise<void> {
    return this.syncs.request(folder);
  }

  /** Creates a folder of the root or below it, unless it exists, and makes its name durable. */
  async prepare(folder: string): Promise<void> {
    await this.make(folder);
  }

  /** Works in a folder of the root or below it, which is created if it is missing. */
  async within<T>(folder: string, work: () => Promise<T>): Promise<T> {
    const isKnown = this.known.has(folder);
    try {
      await this.make(folder);
      return await work();
    } catch (error) {
      if (!isKnown || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    // The folder has been deleted since, perhaps with folders above it.
    this.known.clear();
    await this.make(folder);
    return work();
  }

  private make(folder: string): Promise<void> {
    let made = this.known.get(folder);
    if (!made) {
      if (this.known.size >= MAX_KNOWN) this.known.clear();
      made = this.create(folder);
      made.catch(() => this.known.delete(folder));
      this.known.set(folder, made);
    }
    return made;
  }

  private async create(folder: string): Promise<void> {
    if (folder !== this.root) await this.make(path.dirname(folder));
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (created !== undefined) await this.sync(path.dirname(folder));
  }
}

async function syncAll(requested: readonly string[]): Promise<PromiseSettledResult<void>[]> {
  const syncs = new Map<string, Promise<void>>();
  for (const folder of requested) if (!syncs.has(folder)) syncs.set(folder, syncFolder(folder));
  return Promise.allSettled(requested.map((folder) => syncs.get(folder)));
}

async function syncFolder(folder: string): Promise<void> {
  // Opening takes less time than passing it to another thread.
  const descriptor = openSync(folder, 'r');
  try {
    await syncDescriptor(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

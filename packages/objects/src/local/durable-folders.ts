/** Folders whose names and entries survive a power failure. */
import { closeSync, fsync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CombinedCommands } from '@forgemesh/data';

const syncDescriptor = promisify(fsync);

/** Maximum number of folders that are remembered. */
const MAX_KNOWN = 10_000;

/** Creates and syncs folders below a root. Concurrent requests for a folder share the work. */
export class DurableFolders {
  /** Folders that exist, or are being created. */
  private readonly present = new Map<string, Promise<void>>();
  /** Folders whose own names are durable. */
  private readonly durable = new Set<string>();
  /** Whether this process has created the root, and has not synced its name yet. */
  private isRootNew = false;
  /** Syncs that are requested while others run are made together after them. */
  private readonly syncs = new CombinedCommands<string>(syncAll);

  constructor(private readonly root: string) {}

  /**
   * Makes the names inside a folder of the root or below it durable, and its own name with those of
   * the folders above it. They are synced at the same time, so that a file system with a journal
   * writes it once.
   */
  async sync(folder: string): Promise<void> {
    const names = this.namesToSync(folder);
    await Promise.all([folder, ...names.map((name) => path.dirname(name))].map((one) => this.syncs.request(one)));
    if (this.durable.size + names.length > MAX_KNOWN) this.durable.clear();
    for (const name of names) this.durable.add(name);
    if (names.includes(this.root)) this.isRootNew = false;
  }

  /** Creates a folder of the root or below it, unless it exists. */
  async create(folder: string): Promise<void> {
    let created = this.present.get(folder);
    if (!created) {
      if (this.present.size >= MAX_KNOWN) this.present.clear();
      created = this.make(folder);
      created.catch(() => this.present.delete(folder));
      this.present.set(folder, created);
    }
    return created;
  }

  /** Works in a folder of the root or below it, which is created if it is missing. */
  async within<T>(folder: string, work: () => Promise<T>): Promise<T> {
    const isKnown = this.present.has(folder);
    try {
      await this.create(folder);
      return await work();
    } catch (error) {
      if (!isKnown || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    // The folder has been deleted since, perhaps with folders above it.
    this.present.clear();
    this.durable.clear();
    await this.create(folder);
    return work();
  }

  private async make(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (first !== undefined && first.length <= this.root.length) this.isRootNew = true;
  }

  /**
   * The folder and those above it whose names may not be durable: those that this process has not
   * synced, as an earlier one may have ended after it created them.
   */
  private namesToSync(folder: string): string[] {
    const names: string[] = [];
    for (let name = folder; name !== this.root && !this.durable.has(name); name = path.dirname(name)) names.push(name);
    if (this.isRootNew) names.push(this.root);
    return names;
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

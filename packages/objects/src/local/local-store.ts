/**
 * Objects as files of a folder. An object is written to a temporary file, synced and then renamed,
 * so that a crash leaves no part of an object under its name.
 */
import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { assertFreeSpace, fromDiskError } from '@forgemesh/errors';
import { assertPrefix, digestOf, type ObjectStore, type StoredObject } from '../object-store';
import { drainVerified } from '../verify-content';
import { DurableFolders } from './durable-folders';
import { writeVerifiedFile } from './verified-file';

/** Temporary files of the objects that are being written. No kind has this name. */
const INCOMING = '.incoming';

/** Options of the engine. */
export interface LocalStoreOptions {
  folder: string;
  /** Bytes that stay free on the disk: an object that needs them is refused. */
  minFreeBytes: number;
}

/** Creates a store in a folder, which is created with the first object. */
export function createLocalStore({ minFreeBytes, ...options }: LocalStoreOptions): ObjectStore {
  const folder = path.resolve(options.folder);
  const incoming = path.join(folder, INCOMING);
  const folders = new DurableFolders(folder);
  const fileOf = (key: string): string => {
    digestOf(key);
    return path.join(folder, key);
  };
  const find = async (key: string): Promise<StoredObject | null> => {
    const found = await statIfPresent(fileOf(key));
    return found && { key, size: found.size, stored_at: new Date(found.mtimeMs) };
  };
  /** Gives a file its name; both stay if the process ends in between. */
  const publish = async (file: string, key: string): Promise<void> => {
    const target = fileOf(key);
    const parent = path.dirname(target);
    await folders.within(parent, () => rename(file, target));
    await folders.sync(parent);
  };

  return {
    async put(key, content, expected) {
      const file = path.join(incoming, randomUUID());
      // Found out at the same time, as each question waits for a thread.
      const hasSpace = folders.within(incoming, () => assertFreeSpace(incoming, expected.size, minFreeBytes));
      hasSpace.catch(() => undefined);
      if (await find(key)) return drainVerified(content, expected);
      try {
        await hasSpace;
        // The folder of the object is created while the content arrives.
        const created = folders.create(path.dirname(fileOf(key)));
        created.catch(() => undefined);
        await writeVerifiedFile(file, content, expected);
        await created;
        await publish(file, key);
      } catch (error) {
        await rm(file, { force: true });
        throw fromDiskError(error);
      }
    },
    async get(key, range) {
      const handle = await open(fileOf(key)).catch(nullIfMissing);
      if (!handle) return null;
      const { size } = await handle.stat();
      return { content: handle.createReadStream(range), size };
    },
    stat: find,
    async copy(from, to) {
      if (digestOf(from) !== digestOf(to)) throw new Error('a copy has the digest of its source');
      if (await find(to)) return true;
      const file = path.join(incoming, randomUUID());
      try {
        // The content never changes, so both names may share it.
        await folders.within(incoming, () => link(fileOf(from), file));
      } catch (error) {
        nullIfMissing(error);
        return false;
      }
      await publish(file, to);
      return true;
    },
    async delete(key) {
      await rm(fileOf(key), { force: true });
    },
    async *list(prefix) {
      assertPrefix(prefix);
      for await (const key of keysBelow(folder, prefix)) {
        const found = await find(key);
        if (found) yield found;
      }
    },
    async removeIncomplete(before) {
      for (const name of await readdir(incoming).catch(() => [])) {
        const file = path.join(incoming, name);
        const found = await statIfPresent(file);
        if (found && found.mtimeMs < before.getTime()) await rm(file, { force: true });
      }
    },
    signedAddress: async () => null,
  };
}

/** Keys below a folder, in order. */
async function* keysBelow(root: string, prefix: string): AsyncGenerator<string> {
  const entries = await readdir(path.join(root, prefix), { withFileTypes: true }).catch(nullIfMissing);
  for (const entry of entries?.sort((one, other) => (one.name < other.name ? -1 : 1)) ?? []) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* keysBelow(root, `${prefix}${entry.name}/`);
    else yield `${prefix}${entry.name}`;
  }
}

async function statIfPresent(file: string): Promise<Stats | null> {
  return stat(file).catch(nullIfMissing);
}

/** Returns null for the error of a missing file, and throws any other. */
function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

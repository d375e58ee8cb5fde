/**
 * Files in the object store. A file is a document that names its content, so that files with the
 * same content share an object, and a file changes by one write.
 */
import { createHash } from 'node:crypto';
import { isDuplicateKey, type FileStore, type StoredFile } from '@forgemesh/data';
import type { Connection, QueryFilter } from 'mongoose';
import type { ObjectStore } from '../object-store';
import { FileContents } from './file-contents';
import type { InsertFile } from './file-parts';
import { createFileEntryModel, type FileEntry } from './file-entry.model';
import { removeOldSpools, withSpooledContent, type SpoolOptions } from './spool-content';

const SWEEP_BATCH = 500;
/** Greater than every character of an id. */
const AFTER_ALL = '\uffff';

/** Options of the files with one name. */
export interface ObjectFileStoreOptions {
  connection: Connection;
  objects: ObjectStore;
  /** Name of the files (`avatars`). */
  name: string;
  /** Kind of their objects. No other files have it. */
  kind: string;
  /** Whether files are written to it, rather than only read. */
  isUsed: boolean;
  spool: SpoolOptions;
}

/** Files in the object store, and their contents. */
export interface ObjectFiles {
  files: FileStore;
  insert: InsertFile;
  contents: FileContents;
}

/** Creates a store of files. */
export function createObjectFileStore(options: ObjectFileStoreOptions): ObjectFiles {
  const { connection, objects, name, kind, isUsed, spool } = options;
  const entries = createFileEntryModel(connection, name, isUsed);
  const contents = new FileContents({ connection, objects, entries, name, kind, isUsed });
  const find = (id: string): Promise<FileEntry | null> => entries.findById(id).lean<FileEntry>().exec();
  const remove = async (filter: QueryFilter<FileEntry>): Promise<void> => {
    const removed = await entries.findOneAndDelete(filter).lean<FileEntry>();
    if (removed) await contents.release(removed);
  };
  const sweepIncomplete = async (before: Date): Promise<void> => {
    await objects.removeIncomplete(before);
    await removeOldSpools(spool, before);
  };

  /** Makes a stored content that of a file. */
  const assign = async (id: string, entry: Omit<FileEntry, '_id' | 'stored_at'>): Promise<number> => {
    const set = { ...entry, stored_at: new Date() };
    const before = await entries.findOneAndUpdate({ _id: id }, { $set: set }, { upsert: true }).lean<FileEntry>();
    if (before && before.sha256 !== entry.sha256) await contents.release(before);
    return entry.size;
  };

  const files: FileStore = {
    write: (id, content, metadata = {}) =>
      withSpooledContent(content, spool, async ({ sha256, size, read }) => {
        await contents.store({ sha256, size }, read());
        return assign(id, { sha256, size, metadata });
      }),
    repair: (id, content) =>
      withSpooledContent(content, spool, async ({ sha256, size, read }) => {
        await contents.replace({ sha256, size }, read());
        return assign(id, { sha256, size, metadata: {} });
      }),
    async open(id, range) {
      const entry = await find(id);
      const opened = entry && (await objects.get(contents.keyOf(entry.sha256), range));
      return opened && { content: opened.content, size: entry.size, metadata: entry.metadata };
    },
    async stat(id) {
      const entry = await find(id);
      return entry && storedFile(entry);
    },
    async *list(prefix) {
      const ids = { $gte: prefix, $lt: `${prefix}${AFTER_ALL}` };
      for await (const entry of entries.find({ _id: ids }, undefined, { sort: { _id: 1 } }).lean<FileEntry[]>())
        yield storedFile(entry as FileEntry);
    },
    async checksum(id) {
      const opened = await files.open(id);
      if (!opened) return null;
      const hash = createHash('sha256');
      let length = 0;
      for await (const chunk of opened.content as AsyncIterable<Buffer>) {
        hash.update(chunk);
        length += chunk.length;
      }
      return length === opened.size ? hash.digest('hex') : null;
    },
    remove: (id) => remove({ _id: id }),
    async sweep(before, findReferenced) {
      let after = '';
      for (;;) {
        const found = await entries
          .find(
            { _id: { $gt: after }, stored_at: { $lt: before } },
            { _id: 1 },
            { sort: { _id: 1 }, limit: SWEEP_BATCH },
          )
          .lean<Pick<FileEntry, '_id'>[]>();
        const ids = found.map(({ _id }) => _id);
        const referenced = new Set(await findReferenced(ids));
        for (const id of ids) if (!referenced.has(id)) await remove({ _id: id, stored_at: { $lt: before } });
        if (found.length < SWEEP_BATCH) break;
        after = ids.at(-1) ?? '';
      }
      await sweepIncomplete(before);
    },
    sweepIncomplete,
  };
  const insert: InsertFile = (id, content, metadata) =>
    withSpooledContent(content, spool, async ({ sha256, size, read }) => {
      await contents.store({ sha256, size }, read());
      const stored_at = new Date();
      try {
        await entries.create({ _id: id, sha256, size, metadata, stored_at });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return null;
      }
      return { sha256, undo: () => remove({ _id: id, stored_at }) };
    });
  return { files, insert, contents };
}

function storedFile({ _id: id, size, stored_at }: FileEntry): StoredFile {
  return { id, size, stored_at };
}

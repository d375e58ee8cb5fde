/** Objects in GridFS, for clusters without a shared disk: as durable as the database. */
import { createFileStore, type StoredFile } from '@forgemesh/data';
import { DiskError } from '@forgemesh/errors';
import type { Connection } from 'mongoose';
import { assertPrefix, digestOf, type ObjectStore, type StoredObject } from './object-store';
import { drainVerified, verifyContent } from './verify-content';

/** Name of the collections. */
const BUCKET = 'objects';
/** MongoDB's code for a full disk. */
const OUT_OF_DISK_SPACE = 14031;

/** Creates a store in the database of a connection. */
export function createGridfsStore(connection: Connection): ObjectStore {
  const files = createFileStore(connection, BUCKET);
  return {
    async put(key, content, expected) {
      digestOf(key);
      if (await files.stat(key)) return drainVerified(content, expected);
      try {
        await files.write(key, verifyContent(content, expected));
      } catch (error) {
        throw isOutOfSpace(error) ? new DiskError('full', error) : error;
      }
    },
    async get(key, range) {
      digestOf(key);
      return files.open(key, range);
    },
    async stat(key) {
      digestOf(key);
      const file = await files.stat(key);
      return file && storedObject(file);
    },
    async copy(from, to) {
      if (digestOf(from) !== digestOf(to)) throw new Error('a copy has the digest of its source');
      if (await files.stat(to)) return true;
      const source = await files.open(from);
      if (!source) return false;
      await files.write(to, verifyContent(source.content, { sha256: digestOf(from), size: source.size }));
      return true;
    },
    async delete(key) {
      digestOf(key);
      await files.remove(key);
    },
    async *list(prefix) {
      assertPrefix(prefix);
      for await (const file of files.list(prefix)) yield storedObject(file);
    },
    removeIncomplete: (before) => files.sweepIncomplete(before),
    signedAddress: async () => null,
  };
}

function storedObject({ id, size, stored_at }: StoredFile): StoredObject {
  return { key: id, size, stored_at };
}

function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === OUT_OF_DISK_SPACE;
}

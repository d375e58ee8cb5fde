/** Files in GridFS: durable and replicated with the rest of a service's data. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mongoose, { type Connection } from 'mongoose';

/** The files of a service under one name (`uploads`, `avatars`). */
export interface FileStore {
  /** Stores content under an id as it arrives. A file that exists is kept as it is until the new one is whole. Returns its size in bytes. */
  write(id: string, content: AsyncIterable<Uint8Array>, metadata?: Record<string, unknown>): Promise<number>;
  /** Opens a file; null where it does not exist. */
  open(id: string): Promise<{ content: Readable; size: number; metadata: Record<string, unknown> } | null>;
  /** Removes a file; nothing happens where it does not exist. */
  remove(id: string): Promise<void>;
}

/** Makes a file store in the database of a connection. */
export function createFileStore(connection: Connection, name: string): FileStore {
  if (!connection.db) throw new Error('the database is not connected');
  const bucket = new mongoose.mongo.GridFSBucket(connection.db, { bucketName: name });
  const newest = async (id: string) =>
    (await bucket.find({ filename: id }).sort({ uploadDate: -1 }).limit(1).toArray())[0];
  return {
    async write(id, content, metadata = {}) {
      const target = bucket.openUploadStream(id, { metadata });
      await pipeline(content, target);
      for (const old of await bucket.find({ filename: id, _id: { $ne: target.id } }).toArray())
        await bucket.delete(old._id);
      return target.length;
    },
    async open(id) {
      const file = await newest(id);
      if (!file) return null;
      return { content: bucket.openDownloadStream(file._id), size: file.length, metadata: file.metadata ?? {} };
    },
    async remove(id) {
      for (const file of await bucket.find({ filename: id }).toArray()) await bucket.delete(file._id);
    },
  };
}

/** Files in GridFS: durable and replicated with the rest of a service's data. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mongoose, { type Connection } from 'mongoose';

const SWEEP_BATCH = 500;

/** The files of a service under one name (`uploads`, `avatars`). */
export interface FileStore {
  /**
   * Stores content under an id as it arrives. A file that exists is kept as it is until the new one
   * is whole. Returns its size in bytes.
   */
  write(id: string, content: AsyncIterable<Uint8Array>, metadata?: Record<string, unknown>): Promise<number>;
  /** Opens a file; null where it does not exist. */
  open(id: string): Promise<{ content: Readable; size: number; metadata: Record<string, unknown> } | null>;
  /**
   * SHA-256 of the content as it is read now; null where it does not exist or a part of it is
   * missing.
   */
  checksum(id: string): Promise<string | null>;
  /** Removes a file; nothing happens where it does not exist. */
  remove(id: string): Promise<void>;
  /**
   * Removes what was stored before a moment and belongs to nobody: files whose ids `belonging`
   * leaves out, and parts of files that were never finished.
   */
  sweep(before: Date, belonging: (ids: string[]) => Promise<Iterable<string>>): Promise<void>;
}

/** Makes a file store in the database of a connection. */
export function createFileStore(connection: Connection, name: string): FileStore {
  const database = connection.db;
  if (!database) throw new Error('the database is not connected');
  const bucket = new mongoose.mongo.GridFSBucket(database, { bucketName: name });
  const newest = async (id: string) =>
    (await bucket.find({ filename: id }).sort({ uploadDate: -1 }).limit(1).toArray())[0];
  return {
    async write(id, content, metadata = {}) {
      const target = bucket.openUploadStream(id, { metadata });
      try {
        await pipeline(content, target);
      } catch (error) {
        // What has arrived is of no use; should this fail too, the sweep finds it.
        await target.abort().catch(() => undefined);
        throw error;
      }
      for (const old of await bucket.find({ filename: id, _id: { $ne: target.id } }).toArray())
        await bucket.delete(old._id);
      return target.length;
    },
    async open(id) {
      const file = await newest(id);
      if (!file) return null;
      return { content: bucket.openDownloadStream(file._id), size: file.length, metadata: file.metadata ?? {} };
    },
    async checksum(id) {
      const file = await newest(id);
      if (!file) return null;
      const hash = createHash('sha256');
      let length = 0;
      try {
        for await (const chunk of bucket.openDownloadStream(file._id)) {
          hash.update(chunk as Buffer);
          length += (chunk as Buffer).length;
        }
      } catch (error) {
        if (error instanceof mongoose.mongo.MongoGridFSChunkError) return null;
        throw error;
      }
      // That its end is missing is no error of the stream.
      return length === file.length ? hash.digest('hex') : null;
    },
    async remove(id) {
      for (const file of await bucket.find({ filename: id }).toArray()) await bucket.delete(file._id);
    },
    async sweep(before, belonging) {
      await sweepFiles(bucket, before, belonging);
      await sweepParts(database.collection(`${name}.chunks`), bucket, before);
    },
  };
}

async function sweepFiles(
  bucket: mongoose.mongo.GridFSBucket,
  before: Date,
  belonging: (ids: string[]) => Promise<Iterable<string>>,
): Promise<void> {
  for await (const files of batchesOf(bucket.find({ uploadDate: { $lt: before } }))) {
    const kept = new Set(await belonging(files.map(({ filename }) => filename)));
    for (const { _id, filename } of files) if (!kept.has(filename)) await bucket.delete(_id);
  }
}

/** The first part of a file tells when it was begun. */
async function sweepParts(
  parts: mongoose.mongo.Collection,
  bucket: mongoose.mongo.GridFSBucket,
  before: Date,
): Promise<void> {
  const begun = mongoose.mongo.ObjectId.createFromTime(Math.floor(before.getTime() / 1000));
  const first = parts.find<Part>({ files_id: { $lt: begun }, n: 0 }, { projection: { files_id: 1 } });
  for await (const batch of batchesOf(first)) {
    const ids = batch.map(({ files_id: id }) => id);
    const whole = new Set((await bucket.find({ _id: { $in: ids } }).toArray()).map(({ _id: id }) => id.toHexString()));
    const lost = ids.filter((id) => !whole.has(id.toHexString()));
    if (lost.length > 0) await parts.deleteMany({ files_id: { $in: lost } });
  }
}

interface Part {
  files_id: mongoose.mongo.ObjectId;
}

async function* batchesOf<T>(rows: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < SWEEP_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

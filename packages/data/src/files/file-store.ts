/** Files in GridFS: durable and replicated with the other data of a service. */
import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import mongoose, { type Connection } from 'mongoose';

const SWEEP_BATCH = 500;
/** Greater than every character of an id. */
const AFTER_ALL = '\uffff';

/** A part of a file: from `start` up to and including `end`, in bytes from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A complete file. */
export interface StoredFile {
  id: string;
  /** Bytes. */
  size: number;
  stored_at: Date;
}

/** The files of a service under one name (`uploads`, `avatars`). */
export interface FileStore {
  /**
   * Stores content under an id as it arrives. An existing file stays until the new one is complete.
   * Of several writers at the same time, each leaves the files of the others, of which the newest
   * is read. A chunk of the content need only be valid until the next one is requested. Returns the
   * size in bytes.
   */
  write(id: string, content: AsyncIterable<Uint8Array>, metadata?: Record<string, unknown>): Promise<number>;
  /**
   * Like `write`, for a file whose stored content is damaged: it is replaced even if the new
   * content should be the same.
   */
  repair(id: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  /** Opens a file, or a part of it; null if it does not exist. `size` is that of the whole file. */
  open(
    id: string,
    range?: ByteRange,
  ): Promise<{ content: Readable; size: number; metadata: Record<string, unknown> } | null>;
  /** Returns a file without its content; null if it does not exist. */
  stat(id: string): Promise<StoredFile | null>;
  /** Lists the files whose ids begin with a prefix, in the order of their ids. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /**
   * Computes the SHA-256 of the stored content; null if the file does not exist or is incomplete.
   */
  checksum(id: string): Promise<string | null>;
  /** Removes a file if it exists. */
  remove(id: string): Promise<void>;
  /**
   * Removes unreferenced files that were stored before a time: files whose ids `findReferenced`
   * does not return, and chunks of files that were never completed.
   */
  sweep(before: Date, findReferenced: (ids: string[]) => Promise<Iterable<string>>): Promise<void>;
  /** Removes only the chunks of files that were begun before a time and never completed. */
  sweepIncomplete(before: Date): Promise<void>;
}

/** Creates a file store in the database of a connection. */
export function createFileStore(connection: Connection, name: string): FileStore {
  const database = connection.db;
  if (!database) throw new Error('the database is not connected');
  const bucket = new mongoose.mongo.GridFSBucket(database, { bucketName: name });
  const newest = async (id: string) =>
    (await bucket.find({ filename: id }).sort({ uploadDate: -1 }).limit(1).toArray())[0];
  const sweepIncomplete = (before: Date) => sweepParts(database.collection(`${name}.chunks`), bucket, before);
  const files: FileStore = {
    async write(id, content, metadata = {}) {
      const earlier = await bucket.find({ filename: id }).toArray();
      const target = bucket.openUploadStream(id, { metadata });
      try {
        await writeChunks(content, target);
      } catch (error) {
        // The partial content is useless; if this fails too, the sweep removes it.
        await target.abort().catch(() => undefined);
        throw error;
      }
      for (const { _id } of earlier) await removeIfPresent(bucket, _id);
      return target.length;
    },
    // Each file has a content of its own.
    repair: (id, content) => files.write(id, content),
    async open(id, range) {
      const file = await newest(id);
      if (!file) return null;
      // The driver excludes the end.
      const part = range && { start: range.start, end: range.end + 1 };
      return { content: bucket.openDownloadStream(file._id, part), size: file.length, metadata: file.metadata ?? {} };
    },
    async stat(id) {
      const file = await newest(id);
      return file ? storedFile(file) : null;
    },
    async *list(prefix) {
      const ids = { $gte: prefix, $lt: `${prefix}${AFTER_ALL}` };
      for await (const file of bucket.find({ filename: ids }).sort({ filename: 1 })) yield storedFile(file);
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
      // The stream does not report a missing end.
      return length === file.length ? hash.digest('hex') : null;
    },
    async remove(id) {
      for (const { _id } of await bucket.find({ filename: id }).toArray()) await removeIfPresent(bucket, _id);
    },
    async sweep(before, findReferenced) {
      await sweepFiles(bucket, before, findReferenced);
      await sweepIncomplete(before);
    },
    sweepIncomplete,
  };
  return files;
}

/** The driver copies a chunk while it is written, and one that waits for that later. */
async function writeChunks(content: AsyncIterable<Uint8Array>, target: Writable): Promise<void> {
  // Failures are reported to the writer, so their event is not one that nobody handles.
  target.on('error', () => undefined);
  for await (const chunk of content) await settled((done) => target.write(chunk, done));
  await settled((done) => target.end(done));
}

function settled(run: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => run((error) => (error ? reject(error) : resolve())));
}

/** Another process may have removed it in the meantime. */
async function removeIfPresent(bucket: mongoose.mongo.GridFSBucket, id: mongoose.mongo.ObjectId): Promise<void> {
  try {
    await bucket.delete(id);
  } catch (error) {
    const isAbsent = error instanceof mongoose.mongo.MongoRuntimeError && error.message.startsWith('File not found');
    if (!isAbsent) throw error;
  }
}

function storedFile({ filename, length, uploadDate }: mongoose.mongo.GridFSFile): StoredFile {
  return { id: filename, size: length, stored_at: uploadDate };
}

async function sweepFiles(
  bucket: mongoose.mongo.GridFSBucket,
  before: Date,
  findReferenced: (ids: string[]) => Promise<Iterable<string>>,
): Promise<void> {
  for await (const files of batchesOf(bucket.find({ uploadDate: { $lt: before } }))) {
    const referenced = new Set(await findReferenced(files.map(({ filename }) => filename)));
    for (const { _id, filename } of files) if (!referenced.has(filename)) await bucket.delete(_id);
  }
}

/** The first chunk of a file shows when its upload started. */
async function sweepParts(
  parts: mongoose.mongo.Collection,
  bucket: mongoose.mongo.GridFSBucket,
  before: Date,
): Promise<void> {
  const startedBefore = mongoose.mongo.ObjectId.createFromTime(Math.floor(before.getTime() / 1000));
  const first = parts.find<Part>({ files_id: { $lt: startedBefore }, n: 0 }, { projection: { files_id: 1 } });
  for await (const batch of batchesOf(first)) {
    const ids = batch.map(({ files_id: id }) => id);
    const complete = new Set(
      (await bucket.find({ _id: { $in: ids } }).toArray()).map(({ _id: id }) => id.toHexString()),
    );
    const orphaned = ids.filter((id) => !complete.has(id.toHexString()));
    if (orphaned.length > 0) await parts.deleteMany({ files_id: { $in: orphaned } });
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

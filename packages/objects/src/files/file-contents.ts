/**
 * Contents of files: one document per object, however many files have it.
 *
 * An object is marked when a write begins and when a file is removed. After a grace period it
 * belongs to a file, which ends the mark, or it is removed. A write of the same content may begin
 * at any time: it renews the mark, which makes a removal that has not begun fail, and waits while
 * one runs.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isDuplicateKey, wherePresent } from '@forgemesh/data';
import { UnavailableError } from '@forgemesh/errors';
import { Schema, type Connection, type Model } from 'mongoose';
import { objectKey, type ExpectedContent, type ObjectStore } from '../object-store';
import type { FileEntry } from './file-entry.model';

/** How long an object stays without a file: longer than any write takes. */
const GRACE_MS = 24 * 60 * 60_000;
/** Time after which another process continues a removal. */
const REMOVAL_MS = 10 * 60_000;
const REMOVAL_TRIES = 50;
const REMOVAL_PAUSE_MS = 100;
const BATCH = 500;

/** An object that has files, or had them. */
export interface FileContent {
  /** SHA-256 of the content, in hex. */
  _id: string;
  /** Bytes. */
  size: number;
  /** Time from which the object is removed if no file has it; absent while one does. */
  check_at?: Date;
  /** When its removal began. Until that is complete, the content cannot be stored again. */
  removing_at?: Date;
}

/** What the contents of the files with one name need. */
export interface FileContentsOptions {
  connection: Connection;
  objects: ObjectStore;
  entries: Model<FileEntry>;
  /** Name of the files, and the kind of their objects. */
  name: string;
  kind: string;
  /** Whether files are written: then the collection gets indexes. */
  isUsed: boolean;
}

/** The contents of the files with one name. */
export class FileContents {
  private readonly model: Model<FileContent>;

  constructor(private readonly options: FileContentsOptions) {
    const { connection, name, isUsed } = options;
    const schema = new Schema<FileContent>(
      { _id: String, size: Number, check_at: Date, removing_at: Date },
      { versionKey: false, collection: `${name}_contents`, strict: 'throw', strictQuery: 'throw' },
    );
    if (isUsed) for (const field of ['check_at', 'removing_at']) schema.index({ [field]: 1 }, wherePresent(field));
    this.model = connection.model<FileContent>(`${name}_contents`, schema);
  }

  /** Key of an object. */
  keyOf(sha256: string): string {
    return objectKey(this.options.kind, sha256);
  }

  /** Stores content, which stays for the grace period until an entry names it. */
  async store(expected: ExpectedContent, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.mark(expected);
    await this.options.objects.put(this.keyOf(expected.sha256), content, expected);
  }

  /** The same for content whose object may be damaged: the object is replaced. */
  async replace(expected: ExpectedContent, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.mark(expected);
    await this.options.objects.delete(this.keyOf(expected.sha256));
    await this.options.objects.put(this.keyOf(expected.sha256), content, expected);
  }

  /** Marks the content of a file that was removed. */
  async release(content: ExpectedContent): Promise<void> {
    await this.mark(content);
  }

  /** Removes objects that no file has. `now` is a parameter for tests. */
  async sweep(now = Date.now()): Promise<void> {
    const abandoned = { removing_at: { $exists: true, $lte: new Date(now - REMOVAL_MS) } };
    for (const { _id } of await this.model.find(abandoned).limit(BATCH).lean<FileContent[]>()) await this.remove(_id);
    for (;;) {
      const due = await this.model
        .find({ check_at: { $exists: true, $lte: new Date(now) } }, undefined, { sort: { check_at: 1 }, limit: BATCH })
        .lean<FileContent[]>();
      for (const content of due) await this.check(content, now);
      if (due.length < BATCH) return;
    }
  }

  private async mark({ sha256, size }: ExpectedContent): Promise<void> {
    const update = { $set: { size, check_at: new Date(Date.now() + GRACE_MS) } };
    for (let tries = 1; ; tries++) {
      try {
        await this.model.updateOne({ _id: sha256, removing_at: { $exists: false } }, update, { upsert: true });
        return;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        if (tries === REMOVAL_TRIES) throw new UnavailableError(undefined, { retryAfter: 5 });
        await pause(REMOVAL_PAUSE_MS);
      }
    }
  }

  private async check({ _id, check_at }: FileContent, now: number): Promise<void> {
    const unchanged = { _id, check_at };
    if (await this.options.entries.exists({ sha256: _id })) {
      await this.model.updateOne(unchanged, { $unset: { check_at: 1 } });
      return;
    }
    const claim = { $set: { removing_at: new Date(now) }, $unset: { check_at: 1 } };
    const { modifiedCount } = await this.model.updateOne(unchanged, claim);
    if (modifiedCount === 1) await this.remove(_id);
  }

  private async remove(sha256: string): Promise<void> {
    await this.options.objects.delete(this.keyOf(sha256));
    await this.model.deleteOne({ _id: sha256, removing_at: { $exists: true } });
  }
}

// Backup of the databases of all services as BSON, one collection after the other, while the
// services keep writing.
//
// No snapshot spans several databases, so consistency comes from the order: referring collections
// are read before the collections that they refer to, and the sequences last of all, even after the
// repositories. An id in the backup is therefore never assigned again. Each collection is read in
// id order, so that a document that changes during the backup is read once.

import { pipeline, Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { PlainError } from '../lib/fail.ts';
import { services } from '../mesh/services.ts';
import { mongo } from '../lib/libraries.ts';
import type { Backup, OpenedBackup } from './archive.ts';
import type { Log } from '../lib/log.ts';
import type { mongo as Mongo } from 'mongoose';

/** Services whose entities are referenced by others; read last, in this order. */
const REFERENCED_SERVICES = ['identity', 'projects', 'settings'];
/** Collections that claim names, written before the entity that has the name. */
const CLAIM_COLLECTIONS = ['paths'];
/**
 * Collections of the ref log, in the order of their references: entries follow the checkpoint that
 * was read before, and the highest deleted number is not below any of them.
 */
const LOG_COLLECTIONS = ['repository_checkpoints', 'ref_log', 'ref_checkpoints'];
/**
 * Collections of events that consumers have not handled, read before all others: what they lack was
 * handled before, so its effects are in the backup.
 */
const EVENT_COLLECTIONS = ['deferred_events'];
const sequences = 'sequences';
/** Collections whose content matters only to running processes. */
const TRANSIENT_COLLECTIONS = ['leases'];

const batch = 500;
const filesBatch = 16;
/** Maximum number of extra passes to resolve duplicate unique keys caused by concurrent changes. */
const MAX_PASSES = 10;
const MAX_BATCH = { documents: 500, bytes: 4 * 1024 * 1024 };

export async function connectDatabases(uri: string) {
  const { MongoClient } = mongo();
  const options: Mongo.MongoClientOptions = {
    writeConcern: { w: 'majority', journal: true },
    serverSelectionTimeoutMS: 5_000,
  };
  const client = new MongoClient(uri, options);
  await client.connect().catch((error: Error) => {
    throw new PlainError(`The database does not respond (${error.message}).`);
  });
  return client;
}

/** Names of the services in the order in which their databases are read. */
export function serviceNames() {
  const names = services.map(({ name }) => name);
  return [...names.filter((name) => !REFERENCED_SERVICES.includes(name)).sort(), ...REFERENCED_SERVICES];
}

/** Document of any collection, with exact BSON types. */
export interface StoredDocument extends Mongo.Document {
  _id: unknown;
}

interface Dump {
  client: Mongo.MongoClient;
  prefix: string;
  backup: Backup;
  log: Log;
}

/**
 * Backs up all collections except the sequences.
 * @returns number of documents
 */
export async function backUpDocuments(dump: Dump): Promise<number> {
  const ofEvents = await backUpCollections(dump, (name) => EVENT_COLLECTIONS.includes(name));
  const others = await backUpCollections(
    dump,
    (name) => ![...EVENT_COLLECTIONS, ...TRANSIENT_COLLECTIONS].includes(name),
  );
  return ofEvents + others;
}

async function backUpCollections(
  { client, prefix, backup, log }: Dump,
  isWanted: (name: string) => boolean,
): Promise<number> {
  let count = 0;
  for (const service of serviceNames()) {
    const database = client.db(`${prefix}_${service}`);
    for (const name of await collectionsOf(database)) {
      if (name === sequences || !isWanted(name)) continue;
      log.progress(`${service}: ${name}`);
      const place = `databases/${service}/${name}`;
      if (name.endsWith('.files')) count += await backUpFiles(database, name.slice(0, -'.files'.length), place, backup);
      else if (!name.endsWith('.chunks'))
        count += await backUpCollection(database.collection<StoredDocument>(name), place, backup);
    }
  }
  return count;
}

/** Backs up the sequences, as the last step. */
export async function backUpSequences({ client, prefix, backup }: Dump) {
  for (const service of serviceNames()) {
    const collection = client.db(`${prefix}_${service}`).collection<StoredDocument>(sequences);
    await backUpCollection(collection, `databases/${service}/${sequences}`, backup);
  }
}

/** @returns collection names in the order in which they are read */
async function collectionsOf(database: Mongo.Db): Promise<string[]> {
  const found = await database.listCollections({}, { nameOnly: true }).toArray();
  const names = found.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
  const last = [...CLAIM_COLLECTIONS, ...LOG_COLLECTIONS].filter((name) => names.includes(name));
  // Content is stored before a document refers to it.
  const inObjects = namesOfFiles(names).flatMap((name) => [`${name}_contents`, `${name}_entries`]);
  const files = names.filter((name) => /\.(files|chunks)$/.test(name) || inObjects.includes(name)).sort();
  const others = names.filter((name) => !last.includes(name) && !files.includes(name)).sort();
  return [...others, ...last, ...files];
}

/** @returns names of the files whose content is in the object store */
function namesOfFiles(collections: string[]): string[] {
  const names = collections.map((name) => /^(.+)_entries$/.exec(name)?.[1] ?? '');
  return names.filter((name) => collections.includes(`${name}_contents`));
}

/** @returns whether files of a service refer to contents in the object store */
export async function refersToObjects(database: Mongo.Db): Promise<boolean> {
  const found = await database.listCollections({}, { nameOnly: true }).toArray();
  for (const name of namesOfFiles(found.map((one) => one.name)))
    if (await database.collection(`${name}_entries`).findOne({}, { projection: { _id: 1 } })) return true;
  return false;
}

/**
 * Backs up the documents of a collection, then reads again those that share a unique key: between
 * two batches, one document released the key and another took it.
 * @param options for tests
 * @returns number of documents
 */
export async function backUpCollection(
  collection: Mongo.Collection<StoredDocument>,
  place: string,
  backup: Backup,
  { size = batch, onBatch = async () => undefined }: { size?: number; onBatch?: () => Promise<void> } = {},
): Promise<number> {
  const keys = await createUniqueKeys(collection);
  let count = 0;
  const all = async function* () {
    for await (const rows of rowsById(collection, size)) {
      for (const { bytes, document } of rows) {
        keys.note(document);
        yield bytes;
      }
      count += rows.length;
      await onBatch();
    }
  };
  await backup.write(`${place}.bson.gz`, all(), { through: [createGzip({ level: 1 })] });
  for (let pass = 1; keys.duplicated().length > 0; pass++) {
    if (pass > MAX_PASSES) throw new Error(`the unique keys of ${place} keep changing`);
    const ids = keys.duplicated();
    const rows = await read(collection, { _id: { $in: ids } }, ids.length);
    keys.forget(ids);
    for (const { document } of rows) keys.note(document);
    const { serialize } = mongo().BSON;
    const replaced = { ids };
    // The first document lists the ids that the following documents replace.
    const replacing = [serialize(replaced), ...rows.map(({ bytes }) => bytes)];
    await backup.write(`${place}.again-${pass}.bson.gz`, replacing, { through: [createGzip()] });
  }
  return count;
}

/**
 * Backs up complete GridFS files: each with all chunks, or not at all. A file that replaces another
 * one during the backup is read in a further pass.
 */
async function backUpFiles(database: Mongo.Db, bucket: string, place: string, backup: Backup) {
  const files = database.collection<StoredDocument>(`${bucket}.files`);
  const chunks = database.collection<StoredDocument>(`${bucket}.chunks`);
  const existingIds = new Set<string>();
  const found: Uint8Array[] = [];
  const parts = async function* () {
    for (let pass = 1, before = -1; existingIds.size !== before && pass <= MAX_PASSES; pass++) {
      before = existingIds.size;
      for await (const rows of rowsById(files, batch)) {
        for (const { bytes, document } of rows) {
          if (existingIds.has(String(document._id))) continue;
          existingIds.add(String(document._id));
          const length = Number(document.length);
          let isWhole = length === 0;
          for (let n = 0, seen = 0; seen < length; n += filesBatch) {
            const filter = { files_id: document._id, n: { $gte: n, $lt: n + filesBatch } };
            const some = await read(chunks, filter, filesBatch, { n: 1 });
            for (const part of some) {
              seen += part.document.data.length();
              yield part.bytes;
            }
            isWhole = seen === length;
            // The file was deleted during the backup. Its chunks in the backup are orphaned and are
            // swept later.
            if (some.length === 0) break;
          }
          if (isWhole) found.push(bytes);
        }
      }
    }
  };
  await backup.write(`${place.replace(/\.files$/, '.chunks')}.bson.gz`, parts(), {
    through: [createGzip({ level: 1 })],
  });
  await backup.write(`${place}.bson.gz`, found, { through: [createGzip({ level: 1 })] });
  return found.length;
}

interface Row {
  bytes: Uint8Array;
  document: StoredDocument;
}

async function read(
  collection: Mongo.Collection<StoredDocument>,
  filter: object,
  limit: number,
  sort: Mongo.Sort = { _id: 1 },
): Promise<Row[]> {
  const found = await collection.find<Uint8Array>(filter, { sort, limit, raw: true }).toArray();
  return found.map((bytes) => ({ bytes, document: decode(bytes) }));
}

/** Yields all documents in batches, in id order. */
async function* rowsById(collection: Mongo.Collection<StoredDocument>, size: number): AsyncGenerator<Row[]> {
  const [last] = await read(collection, {}, 1, { _id: -1 });
  for (let filter = {}; ;) {
    const rows = await read(collection, filter, size);
    const end = rows.at(-1)?.document._id;
    // `$gt` compares ids of one type only and would skip ids of another type.
    if (end !== undefined && last && kindOf(rows[0]?.document._id) !== kindOf(last.document._id)) {
      throw new Error(`the ids of ${collection.collectionName} have more than one type`);
    }
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    filter = { _id: { $gt: end } };
  }
}

/** @returns type of an id; all number types are one type */
function kindOf(value: unknown): string {
  const type = (value as { _bsontype?: string } | null | undefined)?._bsontype ?? typeof value;
  return ['Int32', 'Double', 'Long'].includes(type) ? 'number' : type;
}

/** Deserializes with exact types, so that the restored document equals the original. */
function decode(bytes: Uint8Array): StoredDocument {
  const exact = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true };
  return mongo().BSON.deserialize(bytes, exact) as StoredDocument;
}

/** Tracks which documents share a unique key. */
async function createUniqueKeys(collection: Mongo.Collection<StoredDocument>) {
  const { EJSON } = mongo().BSON;
  // An empty collection may not exist.
  const indexes = await collection.indexes().catch(() => []);
  const unique = indexes
    .filter(({ unique, name }) => unique && name !== '_id_')
    .map(({ key, sparse, partialFilterExpression: filter }) => ({
      fields: Object.keys(key),
      // A partial unique index holds the documents that have its field.
      mayLack: Boolean(sparse) || filter !== undefined,
    }));
  const holders = new Map<string, Map<string, unknown>>();
  /** Unique keys of each document, by id. */
  const keysById = new Map<string, string[]>();
  return {
    note(document: StoredDocument) {
      const id = EJSON.stringify(document._id, { relaxed: false });
      const keys = unique.flatMap(({ fields, mayLack }, at) => {
        const values: unknown[] = fields.map((field) => document[field]);
        if (mayLack && values.every((value) => value === undefined)) return [];
        const [only] = values;
        // For an array field each entry is a key.
        const all = values.length === 1 && Array.isArray(only) ? only.map((entry) => [entry]) : [values];
        return all.map((each) => `${at} ${EJSON.stringify(each, { relaxed: true })}`);
      });
      keysById.set(id, keys);
      for (const key of keys) {
        const ids = holders.get(key) ?? new Map<string, unknown>();
        holders.set(key, ids.set(id, document._id));
      }
    },
    forget(ids: unknown[]) {
      for (const each of ids) {
        const id = EJSON.stringify(each, { relaxed: false });
        for (const key of keysById.get(id) ?? []) holders.get(key)?.delete(id);
        keysById.delete(id);
      }
    },
    /** @returns ids of documents that share a key with another document */
    duplicated(): unknown[] {
      const ids = new Map([...holders.values()].filter(({ size }) => size > 1).flatMap((of) => [...of]));
      return [...ids.values()];
    },
  };
}

/**
 * Rejects if a service has documents.
 * @throws {PlainError}
 */
export async function assertNoDocuments(client: Mongo.MongoClient, prefix: string) {
  for (const service of serviceNames()) {
    const database = client.db(`${prefix}_${service}`);
    for (const name of await collectionsOf(database)) {
      if (!(await database.collection(name).findOne({}, { projection: { _id: 1 } }))) continue;
      throw new PlainError(
        `The database ${prefix}_${service} holds documents: a backup is restored into an empty mesh only, one that was never started.`,
      );
    }
  }
}

/** Inserts all documents. The services create the indexes when they start. */
export async function restoreDocuments({
  client,
  prefix,
  backup,
  log,
}: {
  client: Mongo.MongoClient;
  prefix: string;
  backup: OpenedBackup;
  log: Log;
}) {
  for (const { path } of backup.files('databases')) {
    const [, service = '', file = ''] = path.split('/');
    const [, name = '', isAgain] = /^(.*?)(\.again-\d+)?\.bson\.gz$/.exec(file) ?? [];
    log.progress(`${service}: ${name}`);
    const collection = client.db(`${prefix}_${service}`).collection<StoredDocument>(name);
    // An error of one stream ends all of them, and is thrown by the iteration over the documents.
    const documents = pipeline(backup.read(path), createGunzip(), bsonReader(), () => undefined);
    if (isAgain) await replaceDocuments(collection, documents);
    else await insertDocuments(collection, documents);
  }
}

async function insertDocuments(collection: Mongo.Collection<StoredDocument>, documents: AsyncIterable<Uint8Array>) {
  let waiting: StoredDocument[] = [];
  let bytes = 0;
  const insert = async () => {
    if (waiting.length > 0) await collection.insertMany(waiting, { ordered: false });
    waiting = [];
    bytes = 0;
  };
  for await (const document of documents) {
    if (waiting.length >= MAX_BATCH.documents || bytes + document.length > MAX_BATCH.bytes) await insert();
    waiting.push(decode(document));
    bytes += document.length;
  }
  await insert();
}

/**
 * Reads the documents of a collection in a backup. One that changed during the backup may come
 * twice, the newer one last.
 */
export async function* documentsOf<T>(backup: OpenedBackup, service: string, collection: string): AsyncGenerator<T> {
  const { deserialize } = mongo().BSON;
  for (const { path } of backup.files(`databases/${service}`)) {
    const [, name = '', isAgain] = /([^/]*?)(\.again-\d+)?\.bson\.gz$/.exec(path) ?? [];
    if (name !== collection) continue;
    let isList = isAgain !== undefined;
    for await (const bytes of pipeline(backup.read(path), createGunzip(), bsonReader(), () => undefined)) {
      // The first document lists the ids that the following documents replace.
      if (!isList) yield deserialize(bytes as Uint8Array) as T;
      isList = false;
    }
  }
}

/** @param documents the first one lists the ids that the others replace */
async function replaceDocuments(collection: Mongo.Collection<StoredDocument>, documents: AsyncIterable<Uint8Array>) {
  let isFirst = true;
  for await (const bytes of documents) {
    const document = decode(bytes);
    if (isFirst) await collection.deleteMany({ _id: { $in: document.ids } });
    else await collection.insertOne(document);
    isFirst = false;
  }
}

/** Splits a byte stream into BSON documents, each of which starts with its length. */
function bsonReader() {
  let rest: Buffer = Buffer.alloc(0);
  return new Transform({
    readableObjectMode: true,
    transform(chunk: Buffer, _encoding, done) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let at = 0;
      for (; rest.length - at >= 4;) {
        const length = rest.readInt32LE(at);
        if (rest.length - at < length) break;
        this.push(rest.subarray(at, at + length));
        at += length;
      }
      rest = rest.subarray(at);
      done();
    },
    flush(done) {
      done(rest.length > 0 ? new Error('a document is truncated') : null);
    },
  });
}

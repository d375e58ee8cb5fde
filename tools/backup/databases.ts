// The databases of all services as BSON, collection by collection, while their services go on
// writing.
//
// Nothing that the engines share shows several collections at one moment, so the order makes up for
// it: what refers to others comes before what it refers to, and the sequences come last of all,
// after the repositories too: no id that is anywhere in the backup is ever given out again.
// Collections are read in the order of their ids, so that a document that is changed meanwhile is
// met once.

import { Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { PlainError } from '../lib/fail.ts';
import { services } from '../mesh/services.ts';
import { mongo } from './libraries.ts';
import type { Backup, OpenedBackup } from './archive.ts';
import type { Log } from '../lib/log.ts';
import type { mongo as Mongo } from 'mongoose';

/** Services to whose entities the others refer; they come last, in this order. */
const referred = ['identity', 'projects', 'settings'];
/** Claims of names, which are made before what has the name. */
const claims = ['paths'];
const sequences = 'sequences';
/** What only counts for the processes that run. */
const passing = ['leases'];

const batch = 500;
const filesBatch = 16;
/** So often changes that come meanwhile are followed until unique keys are unique. */
const mostPasses = 10;
const mostInserted = { documents: 500, bytes: 4 * 1024 * 1024 };

export async function connectDatabases(uri: string) {
  const { MongoClient } = mongo();
  const options: Mongo.MongoClientOptions = {
    writeConcern: { w: 'majority', journal: true },
    serverSelectionTimeoutMS: 5_000,
  };
  const client = new MongoClient(uri, options);
  await client.connect().catch((error: Error) => {
    throw new PlainError(`The database does not answer (${error.message}).`);
  });
  return client;
}

/** Names of the services in the order in which they are read. */
export function serviceNames() {
  const names = services.map(({ name }) => name);
  return [...names.filter((name) => !referred.includes(name)).sort(), ...referred];
}

/** A document of any collection, with values of their exact BSON types. */
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
 * Everything but the sequences.
 * @returns count of documents
 */
export async function backUpDocuments({ client, prefix, backup, log }: Dump): Promise<number> {
  let count = 0;
  for (const service of serviceNames()) {
    const database = client.db(`${prefix}_${service}`);
    for (const name of await collectionsOf(database)) {
      if (name === sequences || passing.includes(name)) continue;
      log.progress(`${service}: ${name}`);
      const place = `databases/${service}/${name}`;
      if (name.endsWith('.files')) count += await backUpFiles(database, name.slice(0, -'.files'.length), place, backup);
      else if (!name.endsWith('.chunks'))
        count += await backUpCollection(database.collection<StoredDocument>(name), place, backup);
    }
  }
  return count;
}

/** The last of all. */
export async function backUpSequences({ client, prefix, backup }: Dump) {
  for (const service of serviceNames()) {
    const collection = client.db(`${prefix}_${service}`).collection<StoredDocument>(sequences);
    await backUpCollection(collection, `databases/${service}/${sequences}`, backup);
  }
}

/** @returns names, in the order in which the collections are read */
async function collectionsOf(database: Mongo.Db): Promise<string[]> {
  const found = await database.listCollections({}, { nameOnly: true }).toArray();
  const names = found.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
  return [...names.filter((name) => !claims.includes(name)).sort(), ...claims.filter((name) => names.includes(name))];
}

/**
 * Documents, and then again those whose unique keys were met twice: one had let go of it, and
 * another one taken it, between two batches.
 * @param options for tests
 * @returns count of documents
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
  for (let pass = 1; keys.doubled().length > 0; pass++) {
    if (pass > mostPasses) throw new Error(`the unique keys of ${place} do not come to rest`);
    const ids = keys.doubled();
    const rows = await read(collection, { _id: { $in: ids } }, ids.length);
    keys.forget(ids);
    for (const { document } of rows) keys.note(document);
    const { serialize } = mongo().BSON;
    const gone = { ids };
    // The first document names those that the following ones replace.
    const replacing = [serialize(gone), ...rows.map(({ bytes }) => bytes)];
    await backup.write(`${place}.again-${pass}.bson.gz`, replacing, { through: [createGzip()] });
  }
  return count;
}

/**
 * Files whole: each with all its parts, or not at all. One that replaces another meanwhile is met
 * in a further pass.
 */
async function backUpFiles(database: Mongo.Db, bucket: string, place: string, backup: Backup) {
  const files = database.collection<StoredDocument>(`${bucket}.files`);
  const chunks = database.collection<StoredDocument>(`${bucket}.chunks`);
  const known = new Set<string>();
  const found: Uint8Array[] = [];
  const parts = async function* () {
    for (let pass = 1, before = -1; known.size !== before && pass <= mostPasses; pass++) {
      before = known.size;
      for await (const rows of rowsById(files, batch)) {
        for (const { bytes, document } of rows) {
          if (known.has(String(document._id))) continue;
          known.add(String(document._id));
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
            // It was removed meanwhile: the parts that are here belong to nobody, and are swept.
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

/** All documents, batch by batch in the order of their ids. */
async function* rowsById(collection: Mongo.Collection<StoredDocument>, size: number): AsyncGenerator<Row[]> {
  const [last] = await read(collection, {}, 1, { _id: -1 });
  for (let filter = {}; ;) {
    const rows = await read(collection, filter, size);
    const end = rows.at(-1)?.document._id;
    // `$gt` compares ids of one kind only: others would be left out.
    if (end !== undefined && last && kindOf(rows[0]?.document._id) !== kindOf(last.document._id)) {
      throw new Error(`the ids of ${collection.collectionName} are of more than one kind`);
    }
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    filter = { _id: { $gt: end } };
  }
}

/** @returns numbers of all sizes are of one kind */
function kindOf(value: unknown): string {
  const type = (value as { _bsontype?: string } | null | undefined)?._bsontype ?? typeof value;
  return ['Int32', 'Double', 'Long'].includes(type) ? 'number' : type;
}

/** Values keep their exact types, so that what is written back is what was read. */
function decode(bytes: Uint8Array): StoredDocument {
  const exact = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true };
  return mongo().BSON.deserialize(bytes, exact) as StoredDocument;
}

/** Which documents have one unique key. */
async function createUniqueKeys(collection: Mongo.Collection<StoredDocument>) {
  const { EJSON } = mongo().BSON;
  // A collection without documents may not exist.
  const indexes = await collection.indexes().catch(() => []);
  const unique = indexes
    .filter(({ unique, name }) => unique && name !== '_id_')
    .map(({ key, sparse }) => ({ fields: Object.keys(key), sparse }));
  const holders = new Map<string, Map<string, unknown>>();
  /** Keys of each document. */
  const held = new Map<string, string[]>();
  return {
    note(document: StoredDocument) {
      const id = EJSON.stringify(document._id, { relaxed: false });
      const keys = unique.flatMap(({ fields, sparse }, at) => {
        const values: unknown[] = fields.map((field) => document[field]);
        if (sparse && values.every((value) => value === undefined)) return [];
        const [only] = values;
        // Of a list each entry is a key.
        const all = values.length === 1 && Array.isArray(only) ? only.map((entry) => [entry]) : [values];
        return all.map((each) => `${at} ${EJSON.stringify(each, { relaxed: true })}`);
      });
      held.set(id, keys);
      for (const key of keys) {
        const of = holders.get(key) ?? new Map<string, unknown>();
        holders.set(key, of.set(id, document._id));
      }
    },
    forget(ids: unknown[]) {
      for (const each of ids) {
        const id = EJSON.stringify(each, { relaxed: false });
        for (const key of held.get(id) ?? []) holders.get(key)?.delete(id);
        held.delete(id);
      }
    },
    /** @returns ids of documents that share a key */
    doubled(): unknown[] {
      const ids = new Map([...holders.values()].filter(({ size }) => size > 1).flatMap((of) => [...of]));
      return [...ids.values()];
    },
  };
}

/**
 * Rejects where a service has documents.
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

/** Writes all documents back. Their indexes are made by the services when they start. */
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
    const documents = backup.read(path).pipe(createGunzip()).pipe(bsonReader());
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
    if (waiting.length >= mostInserted.documents || bytes + document.length > mostInserted.bytes) await insert();
    waiting.push(decode(document));
    bytes += document.length;
  }
  await insert();
}

/** @param documents the first names what the others replace */
async function replaceDocuments(collection: Mongo.Collection<StoredDocument>, documents: AsyncIterable<Uint8Array>) {
  let isFirst = true;
  for await (const bytes of documents) {
    const document = decode(bytes);
    if (isFirst) await collection.deleteMany({ _id: { $in: document.ids } });
    else await collection.insertOne(document);
    isFirst = false;
  }
}

/** Documents one by one, from their bytes in a row: each begins with its length. */
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
      done(rest.length > 0 ? new Error('a document is cut off') : null);
    },
  });
}

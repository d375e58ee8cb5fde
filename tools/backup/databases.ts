// The databases of all services as BSON, collection by collection, while their services go on writing.
//
// Nothing that the engines share shows several collections at one moment, so the order makes up for it: what refers to others comes
// before what it refers to, and the sequences come last of all, after the repositories too: no id that is anywhere in the backup is
// ever given out again. Collections are read in the order of their ids, so that a document that is changed meanwhile is met once.

import { Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { PlainError } from '../lib/fail.ts';
import { services } from '../mesh/services.ts';
import { mongo } from './libraries.ts';

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

/** @param {string} uri */
export async function connectDatabases(uri) {
  const { MongoClient } = mongo();
  const options = { writeConcern: { w: 'majority', journal: true }, serverSelectionTimeoutMS: 5_000 };
  const client = new MongoClient(uri, options);
  await client.connect().catch((/** @type {Error} */ error) => {
    throw new PlainError(`The database does not answer (${error.message}).`);
  });
  return client;
}

/** Names of the services in the order in which they are read. */
export function serviceNames() {
  const names = services.map(({ name }) => name);
  return [...names.filter((name) => !referred.includes(name)).sort(), ...referred];
}

/** @typedef {{ client: any, prefix: string, backup: import('./archive.ts').Backup, log: import('../lib/log.ts').Log }} Dump */

/**
 * Everything but the sequences.
 * @param {Dump} dump
 * @returns {Promise<number>} count of documents
 */
export async function backUpDocuments({ client, prefix, backup, log }) {
  let count = 0;
  for (const service of serviceNames()) {
    const database = client.db(`${prefix}_${service}`);
    for (const name of await collectionsOf(database)) {
      if (name === sequences || passing.includes(name)) continue;
      log.progress(`${service}: ${name}`);
      const place = `databases/${service}/${name}`;
      if (name.endsWith('.files')) count += await backUpFiles(database, name.slice(0, -'.files'.length), place, backup);
      else if (!name.endsWith('.chunks')) count += await backUpCollection(database.collection(name), place, backup);
    }
  }
  return count;
}

/** The last of all. @param {Dump} dump */
export async function backUpSequences({ client, prefix, backup }) {
  for (const service of serviceNames()) {
    const collection = client.db(`${prefix}_${service}`).collection(sequences);
    await backUpCollection(collection, `databases/${service}/${sequences}`, backup);
  }
}

/** @param {any} database @returns {Promise<string[]>} in the order in which they are read */
async function collectionsOf(database) {
  const found = await database.listCollections({}, { nameOnly: true }).toArray();
  const names = found
    .map((/** @type {{ name: string }} */ { name }) => name)
    .filter((/** @type {string} */ name) => !name.startsWith('system.'));
  return [
    ...names.filter((/** @type {string} */ name) => !claims.includes(name)).sort(),
    ...claims.filter((name) => names.includes(name)),
  ];
}

/**
 * Documents, and then again those whose unique keys were met twice: one had let go of it, and another one taken it, between two batches.
 * @param {any} collection
 * @param {string} place
 * @param {import('./archive.ts').Backup} backup
 * @param {{ size?: number, onBatch?: () => Promise<void> }} [options] for tests
 * @returns {Promise<number>} count of documents
 */
export async function backUpCollection(
  collection,
  place,
  backup,
  { size = batch, onBatch = async () => undefined } = {},
) {
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
 * Files whole: each with all its parts, or not at all. One that replaces another meanwhile is met in a further pass.
 * @param {any} database @param {string} bucket @param {string} place @param {import('./archive.ts').Backup} backup
 */
async function backUpFiles(database, bucket, place, backup) {
  const files = database.collection(`${bucket}.files`);
  const chunks = database.collection(`${bucket}.chunks`);
  const known = new Set();
  /** @type {Uint8Array[]} */
  let found = [];
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

/** @typedef {{ bytes: Uint8Array, document: any }} Row */

/** @param {any} collection @param {object} filter @param {number} limit @param {object} [sort] @returns {Promise<Row[]>} */
async function read(collection, filter, limit, sort = { _id: 1 }) {
  const found = await collection.find(filter, { sort, limit, raw: true }).toArray();
  return found.map((/** @type {Uint8Array} */ bytes) => ({ bytes, document: decode(bytes) }));
}

/**
 * All documents, batch by batch in the order of their ids.
 * @param {any} collection @param {number} size
 * @returns {AsyncGenerator<Row[]>}
 */
async function* rowsById(collection, size) {
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

/** @param {any} value @returns {string} numbers of all sizes are of one kind */
function kindOf(value) {
  const type = value?._bsontype ?? typeof value;
  return ['Int32', 'Double', 'Long'].includes(type) ? 'number' : type;
}

/** Values keep their exact types, so that what is written back is what was read. @param {Uint8Array} bytes */
function decode(bytes) {
  const exact = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true };
  return mongo().BSON.deserialize(bytes, exact);
}

/** Which documents have one unique key. @param {any} collection */
async function createUniqueKeys(collection) {
  const { EJSON } = mongo().BSON;
  // A collection without documents may not exist.
  const indexes = await collection.indexes().catch(() => []);
  const unique = indexes
    .filter((/** @type {any} */ { unique, name }) => unique && name !== '_id_')
    .map((/** @type {any} */ { key, sparse }) => ({ fields: Object.keys(key), sparse }));
  /** @type {Map<string, Map<string, any>>} */
  const holders = new Map();
  /** @type {Map<string, string[]>} keys of each document */
  const held = new Map();
  return {
    /** @param {any} document */
    note(document) {
      const id = EJSON.stringify(document._id, { relaxed: false });
      const keys = unique.flatMap((/** @type {any} */ { fields, sparse }, /** @type {number} */ at) => {
        const values = fields.map((/** @type {string} */ field) => document[field]);
        if (sparse && values.every((/** @type {unknown} */ value) => value === undefined)) return [];
        const [only] = values;
        // Of a list each entry is a key.
        const all = values.length === 1 && Array.isArray(only) ? only.map((entry) => [entry]) : [values];
        return all.map((each) => `${at} ${EJSON.stringify(each, { relaxed: true })}`);
      });
      held.set(id, keys);
      for (const key of keys) {
        const of = holders.get(key) ?? new Map();
        holders.set(key, of.set(id, document._id));
      }
    },
    /** @param {any[]} ids */
    forget(ids) {
      for (const each of ids) {
        const id = EJSON.stringify(each, { relaxed: false });
        for (const key of held.get(id) ?? []) holders.get(key)?.delete(id);
        held.delete(id);
      }
    },
    /** @returns {any[]} ids of documents that share a key */
    doubled() {
      const ids = new Map([...holders.values()].filter(({ size }) => size > 1).flatMap((of) => [...of]));
      return [...ids.values()];
    },
  };
}

/**
 * Rejects where a service has documents.
 * @param {any} client
 * @param {string} prefix
 * @throws {PlainError}
 */
export async function assertNoDocuments(client, prefix) {
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

/**
 * Writes all documents back. Their indexes are made by the services when they start.
 * @param {{ client: any, prefix: string, backup: import('./archive.ts').OpenedBackup, log: import('../lib/log.ts').Log }} options
 */
export async function restoreDocuments({ client, prefix, backup, log }) {
  for (const { path } of backup.files('databases')) {
    const [, service = '', file = ''] = path.split('/');
    const [, name = '', isAgain] = /^(.*?)(\.again-\d+)?\.bson\.gz$/.exec(file) ?? [];
    log.progress(`${service}: ${name}`);
    const collection = client.db(`${prefix}_${service}`).collection(name);
    const documents = backup.read(path).pipe(createGunzip()).pipe(bsonReader());
    if (isAgain) await replaceDocuments(collection, documents);
    else await insertDocuments(collection, documents);
  }
}

/** @param {any} collection @param {AsyncIterable<Uint8Array>} documents */
async function insertDocuments(collection, documents) {
  /** @type {object[]} */
  let waiting = [];
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

/** @param {any} collection @param {AsyncIterable<Uint8Array>} documents the first names what the others replace */
async function replaceDocuments(collection, documents) {
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
  /** @type {Buffer} */
  let rest = Buffer.alloc(0);
  return new Transform({
    readableObjectMode: true,
    transform(/** @type {Buffer} */ chunk, _encoding, done) {
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

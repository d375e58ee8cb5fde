// The storage engine, found or set up in a fixed order: what the environment names, mongod of this machine,
// mongod downloaded, PostgreSQL with DocumentDB. A data folder stays with the kind of engine that began it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { explain, PlainError } from '../lib/fail.ts';
import { silentLog } from '../lib/log.ts';
import { freePorts } from '../lib/ports.ts';
import { buildDebianRoot, debianRootInCache, whyNoDebianRoot } from './debian-root.ts';
import { startDocumentdb } from './documentdb.ts';
import { downloadMongod, mongodInCache, mongodOnPath, startMongod } from './mongod.ts';

/**
 * @typedef {object} Storage
 * @property {string} uri for MongoDB drivers, without a database
 * @property {'external' | 'mongod' | 'documentdb'} kind
 * @property {number[]} pids processes whose death ends the engine; empty when it is not ours
 * @property {number | undefined} port undefined when it is not ours
 * @property {Promise<unknown>} ended resolves when it ends, by itself or not; never when it is not ours
 * @property {() => Promise<void>} stop ends it in order; does nothing when it is not ours
 */

/** @typedef {{ kind: 'mongod', binary: string } | { kind: 'documentdb', root: string }} Engine */

const notOurs = { port: undefined, ended: new Promise(() => undefined) };

/**
 * Starts the engine on a loopback port with its data below `dataDir`, and waits until it answers.
 * @param {object} options
 * @param {string} options.dataDir
 * @param {import('../lib/log.ts').Log} [options.log]
 * @param {boolean} [options.durable] false only for data that may be lost, as in tests
 * @param {number} [options.port] a free one by default
 * @returns {Promise<Storage>}
 * @throws {PlainError} when no engine can be had on this machine
 */
export async function startStorage({ dataDir, log = silentLog, durable = true, port }) {
  const uri = process.env.MONGODB_URI;
  if (uri) {
    log.say('Using the storage engine that MONGODB_URI names');
    return { uri, kind: 'external', pids: [], ...notOurs, stop: async () => undefined };
  }
  const engine = await findStorage({ dataDir, log });
  const options = { dataDir, durable, log, port: port ?? (await freePorts(1))[0] ?? 0 };
  if (engine.kind === 'mongod') {
    return log.step('Starting mongod', () => startMongod({ ...options, binary: engine.binary }));
  }
  return log.step('Starting PostgreSQL with DocumentDB', () => startDocumentdb({ ...options, root: engine.root }));
}

/**
 * Finds the engine, or fetches or builds it into the cache folder.
 * @param {{ dataDir?: string, log?: import('../lib/log.ts').Log }} [options] data that exists decides the kind
 * @returns {Promise<Engine>}
 * @throws {PlainError}
 */
export async function findStorage({ dataDir, log = silentLog } = {}) {
  const begunWith = dataDir && kindOfData(dataDir);
  const ready = begunWith === 'documentdb' ? undefined : ((await mongodOnPath()) ?? mongodInCache());
  if (ready) return { kind: 'mongod', binary: ready };
  const root = debianRootInCache();
  if (root && begunWith !== 'mongod') return { kind: 'documentdb', root };

  const reasons = [];
  if (begunWith !== 'documentdb') {
    try {
      return { kind: 'mongod', binary: await log.step('Fetching mongod', downloadMongod) };
    } catch (error) {
      reasons.push('no mongod on the PATH', `its download failed (${firstLine(error)})`);
    }
  }
  if (begunWith !== 'mongod') {
    const obstacle = whyNoDebianRoot();
    if (!obstacle) return { kind: 'documentdb', root: await buildDebianRoot(log) };
    reasons.push(`PostgreSQL with DocumentDB cannot be set up (${obstacle})`);
  }
  const kept = begunWith ? ` that reads the data in ${dataDir}` : '';
  throw new PlainError(
    `No storage engine${kept}: ${reasons.join(', ')}; install MongoDB 6 or newer so that mongod is on the PATH, or set MONGODB_URI.`,
  );
}

/** @param {string} dataDir @returns {'mongod' | 'documentdb' | undefined} the engine that began this data */
function kindOfData(dataDir) {
  if (existsSync(join(dataDir, 'mongo', 'WiredTiger'))) return 'mongod';
  if (existsSync(join(dataDir, 'postgres', 'db'))) return 'documentdb';
  return undefined;
}

/** @param {unknown} error */
function firstLine(error) {
  return explain(error)
    .replace(/^Error: /, '')
    .split('\n')[0];
}

// Selects the storage engine in a fixed order: the one named by the environment, installed mongod,
// downloaded mongod, PostgreSQL with DocumentDB. A data folder stays with the kind of engine that
// created it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatError, PlainError } from '../lib/fail.ts';
import { silentLog, type Log } from '../lib/log.ts';
import { freePorts } from '../lib/ports.ts';
import { buildDebianRoot, debianRootInCache, debianRootObstacle } from './debian-root.ts';
import { startDocumentdb } from './documentdb.ts';
import { downloadMongod, mongodInCache, mongodOnPath, startMongod } from './mongod.ts';
import type { Storage } from './storage-handle.ts';

type Engine = { kind: 'mongod'; binary: string } | { kind: 'documentdb'; root: string };

const notOurs = { port: undefined, ended: new Promise(() => undefined) };

/**
 * Starts the storage engine on a loopback port with its data below `dataDir`, and waits until it is
 * ready.
 * @throws if no storage engine is available on this machine
 */
export async function startStorage({
  dataDir,
  log = silentLog,
  durable = true,
  port,
}: {
  dataDir: string;
  log?: Log;
  /** False only for disposable data, as in tests. */
  durable?: boolean;
  /** A free port by default. */
  port?: number;
}): Promise<Storage> {
  const uri = process.env.MONGODB_URI;
  if (uri) {
    log.print('Using the storage engine of MONGODB_URI');
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
 * Finds the storage engine, or downloads or builds it into the cache folder.
 * @param options existing data determines the kind
 * @throws {PlainError}
 */
export async function findStorage({ dataDir, log = silentLog }: { dataDir?: string; log?: Log } = {}): Promise<Engine> {
  const begunWith = dataDir && kindOfData(dataDir);
  const ready = begunWith === 'documentdb' ? undefined : ((await mongodOnPath()) ?? mongodInCache());
  if (ready) return { kind: 'mongod', binary: ready };
  const root = debianRootInCache();
  if (root && begunWith !== 'mongod') return { kind: 'documentdb', root };

  const reasons = [];
  if (begunWith !== 'documentdb') {
    try {
      return { kind: 'mongod', binary: await log.step('Downloading mongod', downloadMongod) };
    } catch (error) {
      reasons.push('no mongod on the PATH', `its download failed (${firstLine(error)})`);
    }
  }
  if (begunWith !== 'mongod') {
    const obstacle = debianRootObstacle();
    if (!obstacle) return { kind: 'documentdb', root: await buildDebianRoot(log) };
    reasons.push(`PostgreSQL with DocumentDB cannot be set up (${obstacle})`);
  }
  const kept = begunWith ? ` that reads the data in ${dataDir}` : '';
  throw new PlainError(
    `No storage engine${kept}: ${reasons.join(', ')}; install MongoDB 6 or newer so that mongod is on the PATH, or set MONGODB_URI.`,
  );
}

/** @returns the kind of engine that created this data */
function kindOfData(dataDir: string): 'mongod' | 'documentdb' | undefined {
  if (existsSync(join(dataDir, 'mongo', 'WiredTiger'))) return 'mongod';
  if (existsSync(join(dataDir, 'postgres', 'db'))) return 'documentdb';
  return undefined;
}

function firstLine(error: unknown) {
  return formatError(error)
    .replace(/^Error: /, '')
    .split('\n')[0];
}

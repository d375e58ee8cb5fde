// The real mongod: from the PATH or from its pinned download, started on a data folder.

import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connect } from 'node:tls';
import { cacheFolder } from '../lib/cache.ts';
import { endOf, endChild, run, spawnTied, tail, which } from '../lib/processes.ts';
import { mongoPing } from './mongo-ping.ts';
import { claimFolder, forgetOwner, recordOwner } from './owner.ts';
import { ensurePasswords } from './passwords.ts';
import { untilAnswers } from './wait.ts';
import type { Log } from '../lib/log.ts';
import type { Storage } from './storage-handle.ts';

const version = '8.2.6';
const oldest = 6;
const host = 'fastdl.mongodb.org';

/** The user of the services and its administrator, as in the other embedded engine. */
const USER = 'forgemesh';
/** Time to end in order, in milliseconds. */
const GRACE_MS = 30_000;
/** Code of the error AuthenticationFailed. */
const AUTHENTICATION_FAILED = 18;

/** Where the download is kept. */
const folder = () => join(cacheFolder(), `mongod-${version}`);

/** @returns a mongod on the PATH that is new enough */
export async function mongodOnPath(): Promise<string | undefined> {
  const path = which('mongod');
  if (!path) return undefined;
  const { output } = await run(path, ['--version'], { timeoutMs: 10_000 });
  return Number(/v(\d+)\./.exec(output)?.[1] ?? 0) >= oldest ? path : undefined;
}

/** @returns the mongod that was downloaded before */
export function mongodInCache(): string | undefined {
  if (!existsSync(folder())) return undefined;
  // The library names the file `mongod-<arch>-<system>-<version>` and writes its checksum beside it
  // when it is whole.
  const checked = readdirSync(folder()).find((name) => name.endsWith('.md5') && name.startsWith('mongod'));
  return checked && join(folder(), checked.slice(0, -'.md5'.length));
}

/**
 * Downloads mongod with the library's own checks. Gives up within seconds where the network
 * refuses.
 * @returns path of the binary
 * @throws when it cannot be had
 */
export async function downloadMongod(): Promise<string> {
  if (!process.env.HTTPS_PROXY && !process.env.https_proxy) await reach(host);
  mkdirSync(folder(), { recursive: true });
  const script = `
    const { MongoBinary } = require('mongodb-memory-server-core/lib/util/MongoBinary');
    MongoBinary.getPath({ version: '${version}', downloadDir: process.env.MONGOMS_DOWNLOAD_DIR, checkMD5: true })
      .then((path) => console.log('\\nPATH=' + path), (error) => { console.error(error.message); process.exit(1); });`;
  const { code, output } = await run(process.execPath, ['-e', script], {
    cwd: join(import.meta.dirname, '../..'),
    timeoutMs: 600_000,
    env: {
      ...process.env,
      MONGOMS_DOWNLOAD_DIR: folder(),
      MONGOMS_PREFER_GLOBAL_PATH: 'false',
      MONGOMS_SYSTEM_BINARY: '',
      MONGOMS_MAX_RETRIES: '1',
      // Without it the library does not check the server's certificate.
      npm_config_strict_ssl: 'true',
    },
  });
  const path = /^PATH=(.+)$/m.exec(output)?.[1];
  if (code !== 0 || !path) throw new Error(tail(output, 2));
  return path;
}

/**
 * Opens one TLS connection, so that a network that swallows packets costs seconds and not minutes.
 */
export function reach(name: string) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: name, port: 443, servername: name, timeout: 4000 }, () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on('timeout', () => socket.destroy(new Error(`${name} does not answer`)));
    socket.on('error', reject);
  });
}

/** Starts mongod on `<dataDir>/mongo`. */
export async function startMongod({
  binary,
  dataDir,
  port,
  durable,
  log,
}: {
  binary: string;
  dataDir: string;
  port: number;
  durable: boolean;
  log: Log;
}): Promise<Storage> {
  const data = join(dataDir, 'mongo');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  await claimFolder(data, log);
  const password = String(ensurePasswords(resolve(dataDir), 'mongodb', [USER])[USER]);
  const start = (access: string[]) => startProcess({ binary, data, port, durable, access });
  let child = await start(['--auth']);
  // The user is missing in new data and in data of a release without users; its password is another
  // one after the file with the passwords was removed.
  if (!(await canSignIn(port, password))) {
    await endChild(child, { graceMs: GRACE_MS });
    const open = await start([]);
    await setUser(port, password).finally(() => endChild(open, { graceMs: GRACE_MS }));
    child = await start(['--auth']);
  }
  return {
    // A single mongod acknowledges before its journal is on disk unless it is asked to wait.
    uri: `mongodb://${USER}:${password}@127.0.0.1:${port}/?directConnection=true${durable ? '&journal=true' : ''}`,
    kind: 'mongod',
    pids: [child.pid ?? 0],
    port,
    ended: endOf(child),
    async stop() {
      await endChild(child, { graceMs: GRACE_MS });
      forgetOwner(data);
    },
  };
}

/** Starts the process and waits until it answers. */
async function startProcess({
  binary,
  data,
  port,
  durable,
  access,
}: {
  binary: string;
  data: string;
  port: number;
  durable: boolean;
  /** Arguments that decide who may use it. */
  access: string[];
}) {
  const logFile = join(data, 'mongod.log');
  const place = ['--dbpath', data, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'];
  const small = durable ? [] : ['--wiredTigerCacheSizeGB', '0.5'];
  const args = [...place, ...access, ...small, '--logpath', logFile, '--logappend'];
  const child = spawnTied(binary, args, { stdio: 'ignore' });
  child.on('error', () => undefined);
  if (child.pid) recordOwner(data, child.pid);
  await untilAnswers(child, () => mongoPing(port), {
    name: 'mongod',
    timeoutMs: 60_000,
    lastWords: () => tail(existsSync(logFile) ? readFileSync(logFile, 'utf8') : '', 3),
  });
  return child;
}

/** Whether the user of the services exists and has this password. */
async function canSignIn(port: number, password: string): Promise<boolean> {
  const { MongoClient, MongoServerError } = await driver();
  const client = new MongoClient(`mongodb://${USER}:${password}@127.0.0.1:${port}/?directConnection=true`);
  try {
    await client.db('admin').command({ listDatabases: 1, nameOnly: true });
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === AUTHENTICATION_FAILED) return false;
    throw error;
  } finally {
    await client.close();
  }
}

/** Creates the user of the services, or sets its password, on a mongod without access control. */
async function setUser(port: number, password: string): Promise<void> {
  const { MongoClient } = await driver();
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  try {
    const admin = client.db('admin');
    const { users } = await admin.command({ usersInfo: USER });
    const command = users.length > 0 ? { updateUser: USER } : { createUser: USER };
    await admin.command({ ...command, pwd: password, roles: [{ role: 'root', db: 'admin' }] });
  } finally {
    await client.close();
  }
}

/** The driver, loaded only where this engine is used. */
async function driver() {
  return (await import('mongoose')).default.mongo;
}

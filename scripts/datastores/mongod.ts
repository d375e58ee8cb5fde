// MongoDB itself: from the PATH or a pinned download, started on a data folder.

import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connect } from 'node:tls';
import { cacheFolder } from '../bootstrap/cache-folder.cjs';
import {
  waitForExit,
  minimalEnvironment,
  programEnvironment,
  stopChild,
  run,
  spawnLinked,
  tail,
  which,
} from '../lib/processes.ts';
import { databaseUserNames } from '../mesh/database-users.ts';
import { mongoPing } from './mongo-ping.ts';
import { ensureUnused, clearOwnership, recordOwnership } from './ownership.ts';
import { ADMINISTRATOR, ensurePasswords } from './passwords.ts';
import { waitForReady } from './wait-for-ready.ts';
import type { Log } from '../lib/log.ts';
import type { Storage } from './storage-handle.ts';

const version = '8.2.6';
const oldest = 6;
const host = 'fastdl.mongodb.org';

/** Timeout of an orderly stop in milliseconds. */
const GRACE_MS = 30_000;
/** Code of the error AuthenticationFailed. */
const AUTHENTICATION_FAILED = 18;

/** Folder of the download. */
const folder = () => join(cacheFolder(), `mongod-${version}`);

/** @returns a recent enough mongod on the PATH */
export async function mongodOnPath(): Promise<string | undefined> {
  const path = which('mongod');
  if (!path) return undefined;
  const { output } = await run(path, ['--version'], { timeoutMs: 10_000 });
  return Number(/v(\d+)\./.exec(output)?.[1] ?? 0) >= oldest ? path : undefined;
}

/** @returns the downloaded mongod */
export function mongodInCache(): string | undefined {
  if (!existsSync(folder())) return undefined;
  // The library names the file `mongod-<arch>-<system>-<version>` and writes its checksum beside it
  // when the download is complete.
  const checked = readdirSync(folder()).find((name) => name.endsWith('.md5') && name.startsWith('mongod'));
  return checked && join(folder(), checked.slice(0, -'.md5'.length));
}

/**
 * Downloads mongod and verifies it with the library's checks. Fails within seconds if the network
 * blocks the download.
 * @returns path of the binary
 * @throws if the download is impossible
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
    env: programEnvironment({
      MONGOMS_DOWNLOAD_DIR: folder(),
      MONGOMS_PREFER_GLOBAL_PATH: 'false',
      MONGOMS_SYSTEM_BINARY: '',
      MONGOMS_MAX_RETRIES: '1',
      // Without this setting the library does not verify the server's certificate.
      npm_config_strict_ssl: 'true',
    }),
  });
  const path = /^PATH=(.+)$/m.exec(output)?.[1];
  if (code !== 0 || !path) throw new Error(tail(output, 2));
  return path;
}

/**
 * Opens one TLS connection, so that a network that drops packets costs seconds instead of minutes.
 */
export function reach(name: string) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: name, port: 443, servername: name, timeout: 4000 }, () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on('timeout', () => socket.destroy(new Error(`${name} does not respond`)));
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
  await ensureUnused(data, log);
  const password = String(ensurePasswords(resolve(dataDir), 'mongodb', databaseUserNames)[ADMINISTRATOR]);
  const start = (access: string[]) => startProcess({ binary, data, port, durable, access });
  let child = await start(['--auth']);
  // The administrator is missing in new data and in data of a release without users; its password
  // differs after the password file was deleted.
  if (!(await canSignIn(port, password))) {
    await stopChild(child, { graceMs: GRACE_MS });
    const open = await start([]);
    await setAdministrator(port, password).finally(() => stopChild(open, { graceMs: GRACE_MS }));
    child = await start(['--auth']);
  }
  return {
    // A single mongod acknowledges a write before its journal is on disk unless the client requests
    // it.
    uri: `mongodb://${ADMINISTRATOR}:${password}@127.0.0.1:${port}/?directConnection=true${durable ? '&journal=true' : ''}`,
    kind: 'mongod',
    pids: [child.pid ?? 0],
    port,
    ended: waitForExit(child),
    async stop() {
      await stopChild(child, { graceMs: GRACE_MS });
      clearOwnership(data);
    },
  };
}

/** Starts the process and waits until it is ready. */
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
  /** Arguments that control access. */
  access: string[];
}) {
  const logFile = join(data, 'mongod.log');
  const place = ['--dbpath', data, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'];
  const small = durable ? [] : ['--wiredTigerCacheSizeGB', '0.5'];
  const args = [...place, ...access, ...small, '--logpath', logFile, '--logappend'];
  const child = spawnLinked(binary, args, { stdio: 'ignore', env: minimalEnvironment() });
  child.on('error', () => undefined);
  if (child.pid) recordOwnership(data, child.pid);
  await waitForReady(child, () => mongoPing(port), {
    name: 'mongod',
    timeoutMs: 60_000,
    lastLines: () => tail(existsSync(logFile) ? readFileSync(logFile, 'utf8') : '', 3),
  });
  return child;
}

/** Whether the administrator exists and has this password. */
async function canSignIn(port: number, password: string): Promise<boolean> {
  const { MongoClient, MongoServerError } = await driver();
  const client = new MongoClient(`mongodb://${ADMINISTRATOR}:${password}@127.0.0.1:${port}/?directConnection=true`);
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

/** Creates the administrator, or sets its password, on a mongod without access control. */
async function setAdministrator(port: number, password: string): Promise<void> {
  const { MongoClient } = await driver();
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  try {
    const admin = client.db('admin');
    const { users } = await admin.command({ usersInfo: ADMINISTRATOR });
    const command = users.length > 0 ? { updateUser: ADMINISTRATOR } : { createUser: ADMINISTRATOR };
    await admin.command({ ...command, pwd: password, roles: [{ role: 'root', db: 'admin' }] });
  } finally {
    await client.close();
  }
}

/** The driver, loaded only if this datastore is used. */
async function driver() {
  return (await import('mongoose')).default.mongo;
}

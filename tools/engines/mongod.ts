// The real mongod: from the PATH or from its pinned download, started on a data folder.

import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { cacheFolder } from '../lib/cache.ts';
import { endOf, endChild, run, spawnTied, tail, which } from '../lib/processes.ts';
import { mongoPing } from './mongo-ping.ts';
import { claimFolder, forgetOwner, recordOwner } from './owner.ts';
import { untilAnswers } from './wait.ts';
import type { Log } from '../lib/log.ts';
import type { Storage } from './storage-handle.ts';

const version = '8.2.6';
const oldest = 6;
const host = 'fastdl.mongodb.org';

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
  const logFile = join(data, 'mongod.log');
  const args = ['--dbpath', data, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'];
  const small = durable ? [] : ['--wiredTigerCacheSizeGB', '0.5'];
  const child = spawnTied(binary, [...args, ...small, '--logpath', logFile, '--logappend'], { stdio: 'ignore' });
  child.on('error', () => undefined);
  if (child.pid) recordOwner(data, child.pid);
  await untilAnswers(child, () => mongoPing(port), {
    name: 'mongod',
    timeoutMs: 60_000,
    lastWords: () => tail(existsSync(logFile) ? readFileSync(logFile, 'utf8') : '', 3),
  });
  return {
    // A single mongod acknowledges before its journal is on disk unless it is asked to wait.
    uri: `mongodb://127.0.0.1:${port}/?directConnection=true${durable ? '&journal=true' : ''}`,
    kind: 'mongod',
    pids: [child.pid ?? 0],
    port,
    ended: endOf(child),
    async stop() {
      await endChild(child, { graceMs: 30_000 });
      forgetOwner(data);
    },
  };
}

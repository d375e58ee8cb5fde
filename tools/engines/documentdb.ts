// PostgreSQL with the DocumentDB extension behind FerretDB, started from the cached Debian root on
// a data folder.
//
// The root is shared by all instances and nothing in it is written. Each instance has mounts and
// process numbers of its own: its data folder is bound to one place inside the root that only it
// sees, and when it is killed nothing of it is left. PostgreSQL listens on a socket in its data
// folder only, for its own user; FerretDB on a loopback port, with a password.

import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { endOf, isRunning, run, tail } from '../lib/processes.ts';
import { mongoPing } from './mongo-ping.ts';
import { claimFolder, forgetOwner, recordOwner } from './owner.ts';
import { ensurePasswords } from './passwords.ts';
import { untilAnswers } from './wait.ts';
import type { Log } from '../lib/log.ts';
import type { Storage } from './storage-handle.ts';

const supervisor = join(import.meta.dirname, 'documentdb-supervisor.sh');
const template = join(import.meta.dirname, 'documentdb.conf');

/** Where an instance sees its data inside the root. */
const bound = '/mnt/forgemesh';

/** The only user: DocumentDB cannot limit one to a database. */
const USER = 'forgemesh';

/** A log is emptied at the start when it is longer (bytes). */
const longestLog = 20 * 1024 * 1024;

/** Starts the engine on `<dataDir>/postgres`. */
export async function startDocumentdb({
  root,
  dataDir,
  port,
  durable,
  log,
}: {
  root: string;
  dataDir: string;
  port: number;
  durable: boolean;
  log: Log;
}): Promise<Storage> {
  const place = await placeData(root, resolve(dataDir, 'postgres'));
  await claimFolder(place.folder, log);
  writeFileSync(join(place.folder, 'engine.conf'), settings(place, durable));
  copyFileSync(supervisor, join(place.folder, 'supervisor.sh'));
  const password = String(ensurePasswords(resolve(dataDir), 'mongodb', [USER])[USER]);
  writePassword(root, place, password);
  const logFile = join(place.folder, 'engine.log');
  const child = launch(root, place, port, logFile);
  const closeInput = () => child.stdin?.end();
  process.on('exit', closeInput);
  child.on('exit', () => process.off('exit', closeInput));
  await untilAnswers(child, () => mongoPing(port), {
    name: 'PostgreSQL with DocumentDB',
    timeoutMs: 120_000,
    lastWords: () => tail(readFileSync(logFile, 'utf8')),
  });
  const pid = supervisorPid(child.pid ?? 0, place);
  recordOwner(place.folder, pid);
  return {
    uri: `mongodb://${USER}:${password}@127.0.0.1:${port}/?directConnection=true`,
    kind: 'documentdb',
    pids: [pid],
    port,
    ended: endOf(child),
    async stop() {
      await end(child);
      forgetOwner(place.folder);
    },
  };
}

interface Place {
  /** The data on this machine. */
  folder: string;
  /** The same as seen inside the root. */
  inside: string;
  /** Whether the instance gets mounts and process numbers of its own. */
  isolated: boolean;
}

/**
 * Makes the data folder. Where the system forbids mounts (some containers), the data lies inside
 * the root, in a folder named after the data folder's path, and the data folder holds a link to it.
 */
async function placeData(root: string, data: string): Promise<Place> {
  const owner = postgresIds(root);
  const isolated = (await run('unshare', [...isolation, 'true']).catch(() => ({ code: 1 }))).code === 0;
  const inside = isolated
    ? bound
    : `/var/lib/forgemesh/${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;
  const folder = isolated ? data : join(root, inside);
  mkdirSync(folder, { recursive: true });
  if (!isolated && !existsSync(data)) {
    mkdirSync(resolve(data, '..'), { recursive: true });
    symlinkSync(folder, data);
  }
  chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
  return { folder, inside, isolated };
}

/** For the supervisor, who runs as a user of the root. */
function writePassword(root: string, place: Place, password: string) {
  const { uid, gid } = postgresIds(root);
  const file = join(place.folder, 'password');
  writeFileSync(`${file}.new`, password, { mode: 0o600 });
  chownSync(`${file}.new`, uid, gid);
  renameSync(`${file}.new`, file);
}

const isolation = ['--mount', '--pid', '--fork', '--kill-child'];

function launch(root: string, place: Place, port: number, logFile: string) {
  if (existsSync(logFile) && statSync(logFile).size > longestLog) rmSync(logFile);
  const output = openSync(logFile, 'a', 0o600);
  const enter = ['chroot', '--userspec=postgres:postgres', root, '/bin/bash', `${place.inside}/supervisor.sh`];
  const inner = [...enter, place.inside, String(port)];
  const mounts = `mount --bind "$1" "$2${bound}" && mount -t proc proc "$2/proc" && mount -t tmpfs tmpfs "$2/dev/shm" && shift 2 && exec "$@"`;
  const [command, ...args] = place.isolated
    ? ['unshare', ...isolation, 'sh', '-c', mounts, 'sh', place.folder, root, ...inner]
    : inner;
  const child = spawn(command as string, args, {
    cwd: '/',
    detached: true,
    stdio: ['pipe', output, output],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', TZ: 'UTC', FORGE_EXTENSION: extensionVersion(root) },
  });
  closeSync(output);
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  return child;
}

/**
 * @param pid the child that we started
 * @returns the process whose sudden death takes the whole instance with it
 */
function supervisorPid(pid: number, place: Place): number {
  const children = `/proc/${pid}/task/${pid}/children`;
  if (!place.isolated || !existsSync(children)) return pid;
  return Number(readFileSync(children, 'utf8').trim().split(' ')[0] || pid);
}

async function end(child: ChildProcess) {
  if (!isRunning(child)) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.stdin?.end();
  // The whole group: without process numbers of its own, the instance is more than this one child.
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 30_000);
  await ended;
  clearTimeout(timer);
}

/** Ids of the root's own user `postgres`. */
function postgresIds(root: string): { uid: number; gid: number } {
  const entry = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync(join(root, 'etc/passwd'), 'utf8'));
  if (!entry) throw new Error(`${root} has no user postgres`);
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

/** @returns the version of the extension that the root brings */
function extensionVersion(root: string): string {
  const control = readFileSync(join(root, 'usr/share/postgresql/18/extension/documentdb.control'), 'utf8');
  return /default_version = '([^']+)'/.exec(control)?.[1] ?? '';
}

/** @returns what differs from PostgreSQL's defaults */
function settings(place: Place, durable: boolean): string {
  return [
    readFileSync(template, 'utf8').replaceAll('@DATA@', place.inside),
    `dynamic_shared_memory_type = ${place.isolated ? 'posix' : 'mmap'}`,
    ...(durable ? [] : ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off']),
    '',
  ].join('\n');
}

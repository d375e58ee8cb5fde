// PostgreSQL with the DocumentDB extension behind FerretDB, started from the cached Debian root on
// a data folder.
//
// All instances share the root, which is never written. Each instance has its own mount and PID
// namespaces: its data folder is bind-mounted into the root, visible only to itself, and SIGKILL
// leaves no process behind. PostgreSQL listens only on a socket in its data folder, for its own
// user; FerretDB listens on a loopback port and requires a password.

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
import { waitForExit, isRunning, run, tail } from '../lib/processes.ts';
import { mongoPing } from './mongo-ping.ts';
import { ensureUnused, clearOwnership, recordOwnership } from './ownership.ts';
import { ADMINISTRATOR, ensurePasswords } from './passwords.ts';
import { waitForReady } from './wait-for-ready.ts';
import type { Log } from '../lib/log.ts';
import type { Storage } from './storage-handle.ts';

const supervisor = join(import.meta.dirname, 'documentdb-supervisor.sh');
const template = join(import.meta.dirname, 'documentdb.conf');

/** Mount point of the data inside the root. */
const bound = '/mnt/forgemesh';

/** A log longer than this is truncated at the start. */
const MAX_LOG_BYTES = 20 * 1024 * 1024;

/** Starts the datastore on `<dataDir>/postgres`. */
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
  await ensureUnused(place.folder, log);
  writeFileSync(join(place.folder, 'engine.conf'), settings(place, durable));
  copyFileSync(supervisor, join(place.folder, 'supervisor.sh'));
  // The only user: DocumentDB cannot restrict a user to a database.
  const password = String(ensurePasswords(resolve(dataDir), 'mongodb', [ADMINISTRATOR])[ADMINISTRATOR]);
  writePassword(root, place, password);
  const logFile = join(place.folder, 'engine.log');
  const child = launch(root, place, port, logFile);
  const closeInput = () => child.stdin?.end();
  process.on('exit', closeInput);
  child.on('exit', () => process.off('exit', closeInput));
  await waitForReady(child, () => mongoPing(port), {
    name: 'PostgreSQL with DocumentDB',
    timeoutMs: 120_000,
    lastLines: () => tail(readFileSync(logFile, 'utf8')),
  });
  const pid = supervisorPid(child.pid ?? 0, place);
  recordOwnership(place.folder, pid);
  return {
    uri: `mongodb://${ADMINISTRATOR}:${password}@127.0.0.1:${port}/?directConnection=true`,
    kind: 'documentdb',
    pids: [pid],
    port,
    ended: waitForExit(child),
    async stop() {
      await end(child);
      clearOwnership(place.folder);
    },
  };
}

interface Place {
  /** Data folder on this machine. */
  folder: string;
  /** Data folder as seen inside the root. */
  inside: string;
  /** Whether the instance has its own mount and PID namespaces. */
  isolated: boolean;
}

/**
 * Creates the data folder. If the system forbids mounts (some containers), the data is stored
 * inside the root, in a folder named after the path of the data folder, and the data folder
 * contains a link to it.
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

/** Readable by the supervisor, which runs as a user of the root. */
function writePassword(root: string, place: Place, password: string) {
  const { uid, gid } = postgresIds(root);
  const file = join(place.folder, 'password');
  writeFileSync(`${file}.new`, password, { mode: 0o600 });
  chownSync(`${file}.new`, uid, gid);
  renameSync(`${file}.new`, file);
}

const isolation = ['--mount', '--pid', '--fork', '--kill-child'];

function launch(root: string, place: Place, port: number, logFile: string) {
  if (existsSync(logFile) && statSync(logFile).size > MAX_LOG_BYTES) rmSync(logFile);
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
 * @param pid of the started child process
 * @returns the process whose SIGKILL ends the whole instance
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
  // Signals the process group: without a PID namespace the instance consists of more than the child
  // process.
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 30_000);
  await ended;
  clearTimeout(timer);
}

/** User and group id of the user `postgres` in the root. */
function postgresIds(root: string): { uid: number; gid: number } {
  const entry = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync(join(root, 'etc/passwd'), 'utf8'));
  if (!entry) throw new Error(`${root} has no user postgres`);
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

/** @returns version of the extension in the root */
function extensionVersion(root: string): string {
  const control = readFileSync(join(root, 'usr/share/postgresql/18/extension/documentdb.control'), 'utf8');
  return /default_version = '([^']+)'/.exec(control)?.[1] ?? '';
}

/** @returns settings that differ from PostgreSQL's defaults */
function settings(place: Place, durable: boolean): string {
  return [
    readFileSync(template, 'utf8').replaceAll('@DATA@', place.inside),
    `dynamic_shared_memory_type = ${place.isolated ? 'posix' : 'mmap'}`,
    ...(durable ? [] : ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off']),
    '',
  ].join('\n');
}

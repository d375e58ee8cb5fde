// PostgreSQL with the DocumentDB extension behind FerretDB, started from the cached Debian root on a data folder.
//
// The root is shared by all instances and nothing in it is written. Each instance has mounts and process numbers of its own:
// its data folder is bound to one place inside the root that only it sees, and when it is killed nothing of it is left.
// PostgreSQL listens on a socket in its data folder only, for its own user; FerretDB on a loopback port, with a password.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, closeSync, copyFileSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endOf, isRunning, run, tail } from '../lib/processes.ts';
import { mongoPing } from './mongo-ping.ts';
import { claimFolder, forgetOwner, recordOwner } from './owner.ts';
import { ensurePasswords } from './passwords.ts';
import { untilAnswers } from './wait.ts';

const supervisor = join(import.meta.dirname, 'documentdb-supervisor.sh');
const template = join(import.meta.dirname, 'documentdb.conf');

/** Where an instance sees its data inside the root. */
const bound = '/mnt/forgemesh';

/** The only user: DocumentDB cannot limit one to a database. */
const USER = 'forgemesh';

/** A log is emptied at the start when it is longer (bytes). */
const longestLog = 20 * 1024 * 1024;

/**
 * Starts the engine on `<dataDir>/postgres`.
 * @param {{ root: string, dataDir: string, port: number, durable: boolean, log: import('../lib/log.ts').Log }} options
 * @returns {Promise<import('./storage.ts').Storage>}
 */
export async function startDocumentdb({ root, dataDir, port, durable, log }) {
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

/**
 * @typedef {object} Place
 * @property {string} folder the data on this machine
 * @property {string} inside the same as seen inside the root
 * @property {boolean} isolated whether the instance gets mounts and process numbers of its own
 */

/**
 * Makes the data folder. Where the system forbids mounts (some containers), the data lies inside the root,
 * in a folder named after the data folder's path, and the data folder holds a link to it.
 * @param {string} root
 * @param {string} data
 * @returns {Promise<Place>}
 */
async function placeData(root, data) {
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

/** For the supervisor, who runs as a user of the root. @param {string} root @param {Place} place @param {string} password */
function writePassword(root, place, password) {
  const { uid, gid } = postgresIds(root);
  const file = join(place.folder, 'password');
  writeFileSync(`${file}.new`, password, { mode: 0o600 });
  chownSync(`${file}.new`, uid, gid);
  renameSync(`${file}.new`, file);
}

const isolation = ['--mount', '--pid', '--fork', '--kill-child'];

/** @param {string} root @param {Place} place @param {number} port @param {string} logFile */
function launch(root, place, port, logFile) {
  if (existsSync(logFile) && statSync(logFile).size > longestLog) rmSync(logFile);
  const output = openSync(logFile, 'a', 0o600);
  const enter = ['chroot', '--userspec=postgres:postgres', root, '/bin/bash', `${place.inside}/supervisor.sh`];
  const inner = [...enter, place.inside, String(port)];
  const mounts = `mount --bind "$1" "$2${bound}" && mount -t proc proc "$2/proc" && mount -t tmpfs tmpfs "$2/dev/shm" && shift 2 && exec "$@"`;
  const [command, ...args] = place.isolated
    ? ['unshare', ...isolation, 'sh', '-c', mounts, 'sh', place.folder, root, ...inner]
    : inner;
  const child = spawn(/** @type {string} */ (command), args, {
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
 * @param {number} pid the child that we started
 * @param {Place} place
 * @returns {number} the process whose sudden death takes the whole instance with it
 */
function supervisorPid(pid, place) {
  const children = `/proc/${pid}/task/${pid}/children`;
  if (!place.isolated || !existsSync(children)) return pid;
  return Number(readFileSync(children, 'utf8').trim().split(' ')[0] || pid);
}

/** @param {import('node:child_process').ChildProcess} child */
async function end(child) {
  if (!isRunning(child)) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.stdin?.end();
  // The whole group: without process numbers of its own, the instance is more than this one child.
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 30_000);
  await ended;
  clearTimeout(timer);
}

/** @param {string} root @returns {{ uid: number, gid: number }} of the root's own user postgres */
function postgresIds(root) {
  const entry = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync(join(root, 'etc/passwd'), 'utf8'));
  if (!entry) throw new Error(`${root} has no user postgres`);
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

/** @param {string} root @returns {string} the version of the extension that the root brings */
function extensionVersion(root) {
  const control = readFileSync(join(root, 'usr/share/postgresql/18/extension/documentdb.control'), 'utf8');
  return /default_version = '([^']+)'/.exec(control)?.[1] ?? '';
}

/** @param {Place} place @param {boolean} durable @returns {string} what differs from PostgreSQL's defaults */
function settings(place, durable) {
  return [
    readFileSync(template, 'utf8').replaceAll('@DATA@', place.inside),
    `dynamic_shared_memory_type = ${place.isolated ? 'posix' : 'mmap'}`,
    ...(durable ? [] : ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off']),
    '',
  ].join('\n');
}

// Disks of our own that can be full or read-only: a tmpfs in the place of a folder, which needs root on Linux.

import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** How long a change may be refused because something is being written at that moment (ms). */
const BUSY_MS = 20_000;
const BUSY_PAUSE_MS = 20;
/** Followed by the id of the process that mounted it. */
const SOURCE = 'forgemesh-faults-';

/**
 * @typedef {object} Disk
 * @property {() => Promise<void>} fill no byte more can be written
 * @property {() => Promise<void>} makeReadOnly
 * @property {() => Promise<void>} restore makes it writable, with free space
 */

/**
 * Disks are unmounted by `stops` after all that is added to it later, and at the latest when this process exits.
 * @param {Pick<import('../lib/stops.ts').Stops, 'add'>} stops
 */
export function createDisks(stops) {
  /** @type {string[]} */
  const mounted = [];
  const unmount = () => {
    for (const folder of mounted.splice(0)) detach(folder);
  };
  process.once('exit', unmount);
  stops.add(undefined, unmount);

  /**
   * Mounts a disk in the place of a folder, with what the folder holds.
   * @param {string} folder made if missing
   * @returns {Promise<Disk | { why: string }>} why it cannot be mounted
   */
  async function mount(folder) {
    if (process.platform !== 'linux') return { why: 'disks are only known for Linux' };
    unmountLeftOvers();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const held = `${folder}.held`;
    cpSync(folder, held, { recursive: true });
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'mode=700', SOURCE + process.pid, folder]);
    } catch (error) {
      const words = String(/** @type {{ stderr?: string }} */ (error).stderr ?? error).trim();
      return { why: `a file system cannot be mounted here (${words})` };
    }
    mounted.push(folder);
    cpSync(held, folder, { recursive: true });
    rmSync(held, { recursive: true });
    return diskAt(folder);
  }

  return { mount };
}

/** @param {string} folder @returns {Promise<Disk>} */
async function diskAt(folder) {
  const { blocks, bsize } = await statfs(folder);
  const remount = (/** @type {() => Promise<string> | string} */ options) => whileBusy(folder, options);
  return {
    // A limit equal to what is in use: nothing has to be written to fill it.
    fill: () =>
      remount(async () => {
        const { blocks: all, bfree } = await statfs(folder);
        return `size=${Math.max(all - bfree, 1) * bsize}`;
      }),
    makeReadOnly: () => remount(() => 'ro'),
    restore: () => remount(() => `rw,size=${blocks * bsize}`),
  };
}

/** @param {string} folder @param {() => Promise<string> | string} options */
async function whileBusy(folder, options) {
  for (const until = Date.now() + BUSY_MS; ;) {
    try {
      await run('mount', ['-o', `remount,${await options()}`, folder]);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(BUSY_PAUSE_MS);
    }
  }
}

/** Lazily, since a process that was killed may still hold a file. @param {string} folder */
function detach(folder) {
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
}

/** Unmounts what a run that was killed left behind. */
function unmountLeftOvers() {
  for (const line of readFileSync('/proc/self/mounts', 'utf8').split('\n')) {
    const [source = '', folder = ''] = line.split(' ');
    if (source.startsWith(SOURCE) && !isRunning(Number(source.slice(SOURCE.length)))) detach(folder);
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

// Disks of our own that can be full or read-only: a tmpfs in the place of a folder, which needs
// root on Linux.

import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Stops } from '../lib/stops.ts';

const run = promisify(execFile);
/** How long a change may be refused because something is being written at that moment (ms). */
const BUSY_MS = 20_000;
const BUSY_PAUSE_MS = 20;
/** Followed by the id of the process that mounted it. */
const SOURCE = 'forgemesh-faults-';

/** Names of the faults that need a disk of their own, mounted before the mesh is started. */
export const diskFaults: Record<'repositories' | 'nats', string[]> = {
  repositories: ['disk full: repositories', 'read-only disk: repositories'],
  nats: ['disk full: NATS'],
};

export interface Disk {
  /** No byte more can be written. */
  fill: () => Promise<void>;
  makeReadOnly: () => Promise<void>;
  /** Makes it writable, with free space. */
  restore: () => Promise<void>;
}

/**
 * Disks are unmounted by `stops` after all that is added to it later, and at the latest when this
 * process exits.
 */
export function createDisks(stops: Pick<Stops, 'add'>) {
  const mounted: string[] = [];
  const unmount = () => {
    for (const folder of mounted.splice(0)) detach(folder);
  };
  process.once('exit', unmount);
  stops.add(undefined, unmount);

  /**
   * Mounts a disk in the place of a folder, with what the folder holds.
   * @param folder made if missing
   * @returns why it cannot be mounted
   */
  async function mount(folder: string): Promise<Disk | { why: string }> {
    if (process.platform !== 'linux') return { why: 'disks are only known for Linux' };
    unmountLeftOvers();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const held = `${folder}.held`;
    cpSync(folder, held, { recursive: true });
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'mode=700', SOURCE + process.pid, folder]);
    } catch (error) {
      const words = String((error as { stderr?: string }).stderr ?? error).trim();
      return { why: `a file system cannot be mounted here (${words})` };
    }
    mounted.push(folder);
    cpSync(held, folder, { recursive: true });
    rmSync(held, { recursive: true });
    return diskAt(folder);
  }

  return { mount };
}

async function diskAt(folder: string): Promise<Disk> {
  const { blocks, bsize } = await statfs(folder);
  const remount = (options: () => Promise<string> | string) => whileBusy(folder, options);
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

async function whileBusy(folder: string, options: () => Promise<string> | string) {
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

/** Lazily, since a process that was killed may still hold a file. */
function detach(folder: string) {
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
}

/** Unmounts what a run that was killed left behind. */
function unmountLeftOvers() {
  for (const line of readFileSync('/proc/self/mounts', 'utf8').split('\n')) {
    const [source = '', folder = ''] = line.split(' ');
    if (source.startsWith(SOURCE) && !isRunning(Number(source.slice(SOURCE.length)))) detach(folder);
  }
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Disks that can become full or read-only: a tmpfs mounted over a folder, which needs root on
// Linux.

import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ShutdownHooks } from '../lib/shutdown.ts';

const run = promisify(execFile);
/** How long a remount is retried while a write is in progress (ms). */
const BUSY_MS = 20_000;
const BUSY_PAUSE_MS = 20;
/** Mount source, followed by the id of the mounting process. */
const SOURCE = 'forgemesh-faults-';

/** Names of the faults that need a separate disk, which is mounted before the mesh starts. */
export const diskFaults: Record<'repositories' | 'nats', string[]> = {
  repositories: ['disk full: repositories', 'read-only disk: repositories'],
  nats: ['disk full: NATS'],
};

export interface Disk {
  /** Makes every further write fail for lack of space. */
  fill: () => Promise<void>;
  makeReadOnly: () => Promise<void>;
  /** Makes the disk writable again, with free space. */
  restore: () => Promise<void>;
}

/**
 * Unmounts the disks on `shutdown`, after everything added to it later, and at the latest when this
 * process exits.
 */
export function createDisks(shutdown: Pick<ShutdownHooks, 'add'>) {
  const mounted: string[] = [];
  const unmount = () => {
    for (const folder of mounted.splice(0)) detach(folder);
  };
  process.once('exit', unmount);
  shutdown.add(undefined, unmount);

  /**
   * Mounts a disk over a folder and copies the content of the folder to it.
   * @param folder created if missing
   * @returns `reason` if it cannot be mounted
   */
  async function mount(folder: string): Promise<Disk | { reason: string }> {
    if (process.platform !== 'linux') return { reason: 'mounting a tmpfs needs Linux' };
    unmountStale();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const backup = `${folder}.backup`;
    cpSync(folder, backup, { recursive: true });
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'mode=700', SOURCE + process.pid, folder]);
    } catch (error) {
      const message = String((error as { stderr?: string }).stderr ?? error).trim();
      return { reason: `a file system cannot be mounted here (${message})` };
    }
    mounted.push(folder);
    cpSync(backup, folder, { recursive: true });
    rmSync(backup, { recursive: true });
    return diskAt(folder);
  }

  return { mount };
}

async function diskAt(folder: string): Promise<Disk> {
  const { blocks, bsize } = await statfs(folder);
  const remount = (options: () => Promise<string> | string) => retryWhileBusy(folder, options);
  return {
    // A size limit equal to the used space, so that nothing has to be written.
    fill: () =>
      remount(async () => {
        const { blocks: all, bfree } = await statfs(folder);
        return `size=${Math.max(all - bfree, 1) * bsize}`;
      }),
    makeReadOnly: () => remount(() => 'ro'),
    restore: () => remount(() => `rw,size=${blocks * bsize}`),
  };
}

async function retryWhileBusy(folder: string, options: () => Promise<string> | string) {
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

/** Unmounts lazily, because a killed process may still hold a file. */
function detach(folder: string) {
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
}

/** Unmounts disks of runs that were killed. */
function unmountStale() {
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

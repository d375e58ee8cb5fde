// The per-user cache folder: what was fetched or built once, under names that carry its version.

import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { lock } from './lock.ts';
import { must } from './processes.ts';
import type { Log } from './log.ts';

/** @returns `$XDG_CACHE_HOME/forgemesh`, else `~/.cache/forgemesh` */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'forgemesh');
}

/** @returns path of a finished entry */
export function cached(name: string): string | undefined {
  const path = join(cacheFolder(), name);
  return existsSync(path) ? path : undefined;
}

/**
 * Makes an entry unless it is there. It is built in a temporary folder and renamed when complete,
 * so an interrupted build leaves nothing that looks finished; a second process waits for the first.
 * @param name with the version in it
 * @param build fills the empty folder
 * @returns path of the entry
 */
export async function cacheOnce(name: string, log: Log, build: (folder: string) => Promise<void>): Promise<string> {
  const path = join(cacheFolder(), name);
  if (existsSync(path)) return path;
  const release = await lock(`${path}.lock`, {
    onWait: ({ pid }) => log.say(`Waiting for process ${pid}, which is setting up ${name}`),
  });
  try {
    if (existsSync(path)) return path;
    await removeLeftovers(name);
    const folder = `${path}.tmp-${process.pid}`;
    mkdirSync(folder, { recursive: true });
    await build(folder);
    renameSync(folder, path);
    return path;
  } finally {
    release();
  }
}

async function removeLeftovers(name: string) {
  for (const entry of readdirSync(cacheFolder())) {
    if (entry.startsWith(`${name}.tmp-`)) await removeTree(join(cacheFolder(), entry));
  }
}

/**
 * @param path a folder that may hold a whole system root: nothing mounted below it is ever entered
 */
async function removeTree(path: string) {
  if (process.platform === 'linux') await must('rm', ['-rf', '--one-file-system', path]);
  else await rm(path, { recursive: true, force: true });
}

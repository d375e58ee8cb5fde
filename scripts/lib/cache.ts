// The user's cache folder for downloads and builds, under names that contain their version.

import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../bootstrap/cache-folder.cjs';
import { lock } from './lock.ts';
import { runOrFail } from './processes.ts';
import type { Log } from './log.ts';

/** @returns path of a complete entry */
export function findCached(name: string): string | undefined {
  const path = join(cacheFolder(), name);
  return existsSync(path) ? path : undefined;
}

/**
 * Creates an entry if it is missing. It is built in a temporary folder and renamed when complete,
 * so an interrupted build leaves no entry behind; a second process waits for the first.
 * @param name includes the version
 * @param build fills the empty folder
 * @returns path of the entry
 */
export async function ensureCached(name: string, log: Log, build: (folder: string) => Promise<void>): Promise<string> {
  const path = join(cacheFolder(), name);
  if (existsSync(path)) return path;
  const release = await lock(`${path}.lock`, {
    onWait: ({ pid }) => log.print(`Waiting for process ${pid}, which is setting up ${name}`),
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
 * @param path a folder that may contain a system root; file systems mounted below it are not
 *   entered
 */
async function removeTree(path: string) {
  if (process.platform === 'linux') await runOrFail('rm', ['-rf', '--one-file-system', path]);
  else await rm(path, { recursive: true, force: true });
}

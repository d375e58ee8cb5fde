// The data folder: that it can be used, that it is used once, and its deletion.

import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { explain, PlainError } from '../lib/fail.ts';
import { tryLock } from '../lib/lock.ts';

/**
 * Makes the folder if needed and takes its lock.
 * @returns gives the lock back
 * @throws when it cannot be written, holds other things, or is in use
 */
export function takeDataFolder(dataDir: string): () => void {
  const folder = resolve(dataDir);
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Error('it is no folder');
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new PlainError(
      `The data folder ${folder} cannot be used (${explain(error)
        .split('\n')[0]
        ?.replace(/^Error: /, '')}).`,
    );
  }
  if (!isOurs(folder)) {
    throw new PlainError(
      `The folder ${folder} holds other files and is no Forgemesh data folder: choose an empty one with --data.`,
    );
  }
  const taken = tryLock(join(folder, 'mesh.lock'));
  if ('release' in taken) return taken.release;
  throw new PlainError(
    `The data folder ${folder} is in use by process ${taken.holder.pid}: stop it first, or choose another folder with --data.`,
  );
}

/**
 * Deletes everything in the folder but its lock.
 * @param dataDir taken before
 */
export function emptyDataFolder(dataDir: string) {
  for (const entry of readdirSync(dataDir)) {
    if (entry !== 'mesh.lock') rmSync(join(dataDir, entry), { recursive: true, force: true });
  }
}

/**
 * Step by step: Node's own recursive way never ends where a file system refuses new folders with
 * ENOENT, as /proc does.
 */
function makeFolder(folder: string) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/**
 * Names that a first start makes before the secret: a folder with nothing else was interrupted, and
 * is ours.
 */
const early = new Set(['mesh.lock', 'keys', 'logs', 'mongo', 'postgres', 'nats']);

function isOurs(folder: string) {
  return (
    existsSync(join(folder, 'secret')) ||
    readdirSync(folder).every((name) => early.has(name) || name.startsWith('mesh.lock.'))
  );
}

// The data folder: validation, locking and deletion.

import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { formatError, PlainError } from '../lib/fail.ts';
import { tryLock } from '../lib/lock.ts';

/**
 * Creates the folder if needed and takes its lock.
 * @returns a function that releases the lock
 * @throws if it is not writable, contains other files, or is in use
 */
export function lockDataFolder(dataDir: string): () => void {
  const folder = resolve(dataDir);
  try {
    createFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Error('it is not a folder');
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new PlainError(
      `The data folder ${folder} cannot be used (${formatError(error)
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
 * Deletes everything in the folder except its lock.
 * @param dataDir locked before
 */
export function emptyDataFolder(dataDir: string) {
  for (const entry of readdirSync(dataDir)) {
    if (entry !== 'mesh.lock') rmSync(join(dataDir, entry), { recursive: true, force: true });
  }
}

/**
 * Creates each level separately: Node's recursive mkdir never returns if a file system rejects new
 * folders with ENOENT, as /proc does.
 */
function createFolder(folder: string) {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/**
 * Files that a first start creates before the secret; a folder with only these belongs to an
 * interrupted start.
 */
const early = new Set(['mesh.lock', 'keys', 'logs', 'mongo', 'postgres', 'nats']);

function isOurs(folder: string) {
  return (
    existsSync(join(folder, 'secret')) ||
    readdirSync(folder).every((name) => early.has(name) || name.startsWith('mesh.lock.'))
  );
}

/**
 * Small file operations that survive a power failure: content is synced before the file gets its
 * name, the folder afterwards.
 */
import { closeSync, fsync, openSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';

const sync = promisify(fsync);

/** Makes the names inside a folder durable. Throws when the folder is missing. */
export async function syncFolder(folder: string): Promise<void> {
  // Opening takes less time than passing it to another thread.
  const descriptor = openSync(folder, 'r');
  try {
    await sync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates `file` with `content` and syncs it; fails with `EEXIST` when it exists. The caller syncs
 * the folder.
 */
export async function writeNewFile(file: string, content: string | Buffer, mode = 0o644): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Replaces `file` under git's lock convention: `<file>.lock` is created exclusively, filled, synced
 * and renamed. Fails with `EEXIST` while another process holds the lock.
 */
export async function replaceLockedFile(folder: string, name: string, content: string): Promise<void> {
  const lock = `${folder}/${name}.lock`;
  await writeNewFile(lock, content);
  await rename(lock, `${folder}/${name}`);
  await syncFolder(folder);
}

/**
 * Replaces `file` of `folder`, which only this process writes; after a crash the file has the
 * former content or the new one.
 */
export async function replaceFile(folder: string, name: string, content: string): Promise<void> {
  const file = `${folder}/${name}`;
  const next = `${file}.new`;
  await rm(next, { force: true });
  await writeNewFile(next, content);
  await rename(next, file);
  await syncFolder(folder);
}

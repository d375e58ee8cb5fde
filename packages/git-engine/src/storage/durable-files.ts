/**
 * Small file operations that survive a power cut: content synced before its name, the name's folder
 * synced after.
 */
import { open, rename, rm } from 'node:fs/promises';

/** Makes the names inside a folder durable. Throws when the folder is missing. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Creates `file` with `content` and syncs it; fails with `EEXIST` when it is there. The folder is
 * left to the caller.
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
 * Replaces `file` under git's own lock convention: `<file>.lock` is created exclusively, filled,
 * synced and renamed. Fails with `EEXIST` while somebody else holds the lock.
 */
export async function replaceLockedFile(folder: string, name: string, content: string): Promise<void> {
  const lock = `${folder}/${name}.lock`;
  await writeNewFile(lock, content);
  await rename(lock, `${folder}/${name}`);
  await syncFolder(folder);
}

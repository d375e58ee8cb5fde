import { copyFile, link, open } from 'node:fs/promises';

/** Where a further link is not possible: too many, another file system, or one without links. */
const unlinkable = new Set(['EMLINK', 'EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Links a file that never changes, or copies it where links are refused. False where it is not
 * there.
 */
export async function linkFile(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    if (!unlinkable.has(code)) throw error;
    return await copyDurably(from, to);
  }
  return true;
}

async function copyDurably(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  // Opened for reading: objects are read-only files, and a sync needs no more.
  const handle = await open(to, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return true;
}

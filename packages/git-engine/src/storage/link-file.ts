import { copyFile, link, open } from 'node:fs/promises';

/** Errors for which a file is copied: too many links, another file system, or one without links. */
const unlinkable = new Set(['EMLINK', 'EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Hard-links a file that never changes, or copies it when links are not possible. Returns false
 * when the file does not exist.
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
  // Opened for reading: objects are read-only files, and reading suffices for a sync.
  const handle = await open(to, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return true;
}

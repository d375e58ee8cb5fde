import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Bytes of all files below a folder. Files deleted during the measurement may or may not be
 * counted.
 */
export async function repositorySize(folder: string): Promise<number> {
  let sum = 0;
  for (const entry of await valueIfMissing(readdir(folder, { withFileTypes: true }), [])) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) sum += await repositorySize(name);
    else sum += (await valueIfMissing(lstat(name), undefined))?.size ?? 0;
  }
  return sum;
}

async function valueIfMissing<T, M>(work: Promise<T>, missing: M): Promise<T | M> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return missing;
    throw error;
  }
}

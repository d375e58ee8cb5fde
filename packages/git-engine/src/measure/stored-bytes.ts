/** The size of a repository's objects, as an estimate of the largest response to a fetch. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

const looseFolder = /^[0-9a-f]{2}$/;

/** Bytes of packs and loose objects; counting stops above a limit. */
export async function storedBytes(repo: string, limit: number): Promise<number> {
  const objects = path.join(repo, 'objects');
  const folders = (await readdir(objects)).filter((name) => looseFolder.test(name));
  let bytes = await folderBytes(path.join(objects, 'pack'), (name) => name.endsWith('.pack'));
  for (const folder of folders) {
    if (bytes > limit) break;
    bytes += await folderBytes(path.join(objects, folder), () => true);
  }
  return bytes;
}

/** Files that maintenance removes in the meantime are not counted. */
async function folderBytes(folder: string, isCounted: (name: string) => boolean): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter(isCounted);
  const sizes = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => ({ size: 0 }))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

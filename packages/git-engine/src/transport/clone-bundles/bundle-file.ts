/**
 * The clone bundle of a repository: a file in its folder. Forks, moves, backups and replicas copy
 * only what they list, so it stays where it was made; it is removed with the repository.
 */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { CLONE_BUNDLE_FOLDER } from '../../storage/repository-path';

/** A complete bundle. Its content never changes: another one has another id. */
export interface BundleFile {
  id: string;
  path: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** One ref in the header of a bundle. */
export interface BundledRef {
  name: string;
  id: string;
}

const fileName = /^([0-9a-f]{32})\.bundle$/;
const CHUNK_BYTES = 256 * 1024;
const MAX_HEADER_BYTES = 32 * 1024 * 1024;
const headerStart = /^# v[23] git bundle$/;
const refLine = /^([0-9a-f]{40}) (\S+)$/;

/** The folder of a repository's bundles. */
export function bundleFolder(repo: string): string {
  return path.join(repo, CLONE_BUNDLE_FOLDER);
}

/** The path of the bundle with an id. */
export function bundlePath(repo: string, id: string): string {
  return path.join(bundleFolder(repo), `${id}.bundle`);
}

/**
 * The newest complete bundle. Synchronous, because every clone and fetch looks for one, and most
 * repositories have none.
 */
export function findBundleFile(repo: string): BundleFile | undefined {
  const ids = listFolder(repo).flatMap(({ name }) => fileName.exec(name)?.[1] ?? []);
  const files = ids.flatMap((id) => {
    const stat = statSync(bundlePath(repo, id), { throwIfNoEntry: false });
    return stat === undefined ? [] : { id, path: bundlePath(repo, id), createdAt: stat.mtimeMs };
  });
  return files.sort((one, other) => other.createdAt - one.createdAt)[0];
}

/** Removes everything but the bundle with an id: older bundles, and leftovers of a crash. */
export async function removeOtherBundles(repo: string, id?: string): Promise<void> {
  const others = listFolder(repo).filter(({ name }) => name !== `${id}.bundle`);
  await Promise.all(
    others.map(({ name }) => rm(path.join(bundleFolder(repo), name), { recursive: true, force: true })),
  );
}

/** The refs of a bundle; undefined if it is damaged, or needs commits that it does not contain. */
export async function readBundledRefs(file: string): Promise<BundledRef[] | undefined> {
  const [first = '', ...lines] = (await readHeader(file))?.split('\n') ?? [];
  if (!headerStart.test(first)) return undefined;
  const refs = lines.filter((line) => !line.startsWith('@')).map((line) => refLine.exec(line));
  if (refs.includes(null)) return undefined;
  return refs.map((match) => ({ id: match![1]!, name: match![2]! }));
}

/** The header without the empty line that ends it. */
async function readHeader(file: string): Promise<string | undefined> {
  const handle = await open(file);
  try {
    let bytes = Buffer.alloc(0);
    while (bytes.length < MAX_HEADER_BYTES) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, bytes.length);
      if (bytesRead === 0) return undefined;
      const searchFrom = Math.max(bytes.length - 1, 0);
      bytes = Buffer.concat([bytes, buffer.subarray(0, bytesRead)]);
      const end = bytes.indexOf('\n\n', searchFrom);
      if (end >= 0) return bytes.toString('utf8', 0, end);
    }
    return undefined;
  } finally {
    await handle.close();
  }
}

function listFolder(repo: string): Dirent[] {
  const folder = bundleFolder(repo);
  // Creating an error would cost more.
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Lists and opens the files of a bare repository that form a complete and consistent copy. */
import { open, readdir, readFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { GitError } from '../../errors';

/** A file of the copy. It stays open until the next one is requested. */
export interface SnapshotFile {
  /** Path inside the repository. */
  name: string;
  handle: FileHandle;
  size: number;
}

const packName = /^pack-[0-9a-f]{40}$/;
/**
 * Files of a pack. The commit graph and multi-pack indexes are left out because git rebuilds them.
 */
const packParts = ['.pack', '.idx', '.rev', '.bitmap', '.mtimes'];
const looseFolder = /^[0-9a-f]{2}$/;
const looseName = /^[0-9a-f]{38}$/;
const deepestAlternates = 5;
/** Repacking is slow, so it cannot move objects more often than this during one read. */
const maxPasses = 10;

/**
 * Opens the files in an order that keeps the copy consistent during pushes and maintenance: refs
 * before objects, because objects arrive before the refs that need them, and loose refs before
 * packed ones, because a ref is packed before its file is deleted. Objects that a repack moves are
 * found in their new pack. Hooks and configuration are not copied; reflogs are optional.
 */
export async function* snapshotFiles(repo: string, withLogs = false): AsyncGenerator<SnapshotFile> {
  yield* single(repo, 'HEAD');
  if (withLogs) yield* filesBelow(repo, 'logs');
  yield* filesBelow(repo, 'refs');
  yield* single(repo, 'packed-refs');
  const folders = await objectFolders(path.join(repo, 'objects'));
  const sent = new Set<string>();
  let pending = await unsentPacks(folders, sent);
  for (let pass = 0; pass === 0 || pending.length > 0; pass++) {
    if (pass >= maxPasses) throw new GitError('git_failed', 'the packs of the repository keep changing');
    for (const pack of pending) yield* packFiles(pack, sent);
    if (pass === 0) yield* looseObjects(folders);
    pending = await unsentPacks(folders, sent);
  }
}

async function* filesBelow(repo: string, folder: string): AsyncGenerator<SnapshotFile> {
  for (const entry of await list(path.join(repo, folder))) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(repo, name);
    else if (entry.isFile() && !name.endsWith('.lock')) yield* single(repo, name);
  }
}

/** The folder of a repository's own objects and its alternates. */
async function objectFolders(own: string, depth = 0): Promise<string[]> {
  if (depth > deepestAlternates) return [];
  const lines = (await readText(path.join(own, 'info/alternates'))).split('\n').filter(Boolean);
  const borrowed = await Promise.all(lines.map((line) => objectFolders(path.resolve(own, line), depth + 1)));
  return [...new Set([own, ...borrowed.flat()])];
}

interface Pack {
  folder: string;
  name: string;
}

async function unsentPacks(folders: readonly string[], sent: ReadonlySet<string>): Promise<Pack[]> {
  const packs = await Promise.all(
    folders.map(async (folder) => {
      const names = new Set((await list(path.join(folder, 'pack'))).map(({ name }) => name));
      return [...names]
        .filter((name) => name.endsWith('.idx'))
        .map((name) => name.slice(0, -'.idx'.length))
        .filter((name) => packName.test(name) && names.has(`${name}.pack`))
        .map((name) => ({ folder, name }));
    }),
  );
  const found = new Map(packs.flat().map((pack) => [pack.name, pack]));
  return [...found.values()].filter(({ name }) => !sent.has(name));
}

/** The files of one pack; none when another pack has just replaced it. */
async function* packFiles({ folder, name }: Pack, sent: Set<string>): AsyncGenerator<SnapshotFile> {
  // All are opened before the first is read, so that a pack deleted in between is still copied
  // completely.
  const parts = await Promise.all(
    packParts.map((part) => openFile(path.join(folder, 'pack', name + part), `objects/pack/${name}${part}`)),
  );
  const opened = parts.filter((part) => part !== undefined);
  if (!parts[0] || !parts[1]) {
    await Promise.all(opened.map(({ handle }) => handle.close()));
    return;
  }
  sent.add(name);
  try {
    for (const part of opened) yield part;
  } finally {
    await Promise.all(opened.map(({ handle }) => handle.close()));
  }
}

async function* looseObjects(folders: readonly string[]): AsyncGenerator<SnapshotFile> {
  const prefixes = await Promise.all(folders.map(async (folder) => (await list(folder)).map(({ name }) => name)));
  for (const prefix of new Set(prefixes.flat().filter((name) => looseFolder.test(name)))) {
    const sent = new Set<string>();
    for (const folder of folders) {
      for (const { name } of await list(path.join(folder, prefix))) {
        if (!looseName.test(name) || sent.has(name)) continue;
        sent.add(name);
        yield* single(path.dirname(folder), `objects/${prefix}/${name}`);
      }
    }
  }
}

/** One file; nothing when it has been deleted. */
async function* single(repo: string, name: string): AsyncGenerator<SnapshotFile> {
  const file = await openFile(path.join(repo, name), name);
  if (!file) return;
  try {
    yield file;
  } finally {
    await file.handle.close();
  }
}

async function openFile(file: string, name: string): Promise<SnapshotFile | undefined> {
  const handle = await undefinedIfMissing(open(file, 'r'));
  if (!handle) return undefined;
  return { name, handle, size: (await handle.stat()).size };
}

async function list(folder: string) {
  return (await undefinedIfMissing(readdir(folder, { withFileTypes: true }))) ?? [];
}

async function readText(file: string): Promise<string> {
  return (await undefinedIfMissing(readFile(file, 'utf8'))) ?? '';
}

async function undefinedIfMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Tree objects: cached as git stores them, searched without parsing, parsed when listed. */
import type { LRUCache } from 'lru-cache';
import { GitError } from '../../errors';
import type { RawObject } from '../../objects/cat-file';
import { emptyTreeId } from '../../objects/object-id';
import type { Repository } from '../../worker/repository';

export interface TreeItem {
  name: string;
  /** Six digits, e.g. `100644`. */
  mode: string;
  id: string;
}

const cacheBytes = 32 * 1024 * 1024;
const idBytes = 20;
const FOLDER_MODE = '040000';
const VALID_MODES = new Set(['40000', '100644', '100755', '120000', '160000', '100664']);

/** The bytes of a tree. Errors: `object_not_found`. */
export async function readTree(repository: Repository, id: string): Promise<Buffer> {
  return peekTree(repository, id) ?? saveTree(repository, id, await repository.read(id));
}

/** The bytes of trees by id. Errors: `object_not_found`. */
async function readTrees(repository: Repository, ids: Iterable<string>): Promise<ReadonlyMap<string, Buffer>> {
  const trees = new Map<string, Buffer>();
  const others: string[] = [];
  for (const id of ids) {
    const tree = peekTree(repository, id);
    if (tree === undefined) others.push(id);
    else trees.set(id, tree);
  }
  if (others.length > 0) await Promise.all(others.map(async (id) => trees.set(id, await readTree(repository, id))));
  return trees;
}

/** The bytes of a tree if that needs no git process. Errors: `object_not_found`. */
function peekTree(repository: Repository, id: string): Buffer | undefined {
  const cached = treeCache(repository).get(id);
  if (cached !== undefined) return cached;
  if (id === emptyTreeId) return Buffer.alloc(0);
  const object = repository.readNow(id);
  return object === undefined ? undefined : saveTree(repository, id, object);
}

function saveTree(repository: Repository, id: string, object: RawObject | undefined): Buffer {
  if (object?.type !== 'tree') throw new GitError('object_not_found', `there is no tree ${id}`);
  treeCache(repository).set(id, object.data);
  return object.data;
}

function treeCache(repository: Repository): LRUCache<string, Buffer> {
  return repository.cache<Buffer>('trees', cacheBytes, (tree) => tree.length + 200);
}

/** Parses all entries, in the order of the tree. */
export function parseTree(tree: Buffer): TreeItem[] {
  const items: TreeItem[] = [];
  for (let at = 0; at < tree.length;) {
    const space = tree.indexOf(32, at);
    const end = tree.indexOf(0, space);
    items.push({
      mode: sixDigits(tree.toString('latin1', at, space)),
      name: tree.toString('utf8', space + 1, end),
      id: tree.toString('hex', end + 1, end + 1 + idBytes),
    });
    at = end + 1 + idBytes;
  }
  return items;
}

/** One entry of a tree by name, or undefined. */
export function findInTree(tree: Buffer, name: string): TreeItem | undefined {
  return findByPattern(tree, name, patternOf(name));
}

/** How an entry of a tree is stored between its mode and its id. */
function patternOf(name: string): Buffer {
  return Buffer.from(` ${name}\0`);
}

function findByPattern(tree: Buffer, name: string, pattern: Buffer): TreeItem | undefined {
  for (let at = tree.indexOf(pattern); at >= 0; at = tree.indexOf(pattern, at + 1)) {
    // The same bytes may occur inside an id, but not with one of git's modes before them.
    const mode = modeBefore(tree, at);
    if (mode === undefined) continue;
    const idAt = at + pattern.length;
    return { name, mode: sixDigits(mode), id: tree.toString('hex', idAt, idAt + idBytes) };
  }
  return undefined;
}

function modeBefore(tree: Buffer, space: number): string | undefined {
  for (const length of [6, 5]) {
    if (space < length) continue;
    const mode = tree.toString('latin1', space - length, space);
    if (VALID_MODES.has(mode)) return mode;
  }
  return undefined;
}

function sixDigits(mode: string): string {
  return mode.padStart(6, '0');
}

/** The type of an entry, derived from its mode. */
export function typeOfMode(mode: string): 'tree' | 'blob' | 'commit' {
  if (mode === FOLDER_MODE) return 'tree';
  return mode === '160000' ? 'commit' : 'blob';
}

/** The entry at a path below a tree, or undefined; the empty path is the tree itself. */
export async function findPath(repository: Repository, treeId: string, path: string): Promise<TreeItem | undefined> {
  return (await findPathInTrees(repository, [treeId], path))[0];
}

/** The same below many trees, of which those of one folder are read at the same time. */
export async function findPathInTrees(
  repository: Repository,
  treeIds: readonly string[],
  path: string,
): Promise<(TreeItem | undefined)[]> {
  let items: (TreeItem | undefined)[] = treeIds.map((id) => ({ name: '', mode: FOLDER_MODE, id }));
  for (const name of path === '' ? [] : path.split('/')) {
    const folders = new Set(items.filter((item) => item?.mode === FOLDER_MODE).map((item) => item!.id));
    const trees = await readTrees(repository, folders);
    const pattern = patternOf(name);
    items = items.map((item) =>
      item?.mode === FOLDER_MODE ? findByPattern(trees.get(item.id)!, name, pattern) : undefined,
    );
  }
  return items;
}

/**
 * Normalizes a path to git's form, without leading and trailing slashes. Errors: `path_not_found`
 * for names that no tree can contain.
 */
export function normalizePath(path: string): string {
  const trimmed = path.replace(/^\/+|\/+$/g, '');
  if (trimmed.includes('\0')) throw new GitError('path_not_found', 'the path was not found');
  return trimmed;
}

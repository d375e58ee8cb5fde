/** Lists the files and folders of a commit by page. */
import { GitError } from '../../errors';
import { readCommit } from '../../objects/commit';
import { type Page, pageOf } from '../../refs/list-refs';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';
import { findPath, normalizePath, parseTree, readTree, typeOfMode } from './tree-object';

export interface TreeEntry {
  id: string;
  name: string;
  type: 'tree' | 'blob' | 'commit';
  /** Path from the root of the repository. */
  path: string;
  /** Six digits. */
  mode: string;
}

export interface TreeEntriesInput extends Page {
  repo: string;
  commit_id: string;
  /** Folder; empty for the root. */
  path?: string;
  /** Everything below the folder, folders included, in the order of `git ls-tree -r -t`. */
  recursive?: boolean;
}

const cacheBytes = 32 * 1024 * 1024;
const order = { tree: 0, blob: 1, commit: 2 };

/**
 * A page of a folder and its total number of entries; folders come before files, and submodules
 * last, unless `recursive`. Errors: `path_not_found` when there is no such folder.
 */
export async function treeEntries(
  context: GitContext,
  input: TreeEntriesInput,
): Promise<{ entries: TreeEntry[]; total: number }> {
  const repository = context.repository(input.repo);
  const { tree_id } = await readCommit(repository, input.commit_id);
  const path = normalizePath(input.path ?? '');
  const folder = await findPath(repository, tree_id, path);
  if (folder?.mode !== '040000') throw new GitError('path_not_found', 'there is no such folder');
  const entries =
    input.recursive === true
      ? await entriesBelow(repository, folder.id, path)
      : await folderEntries(repository, folder.id, path);
  return { entries: pageOf(entries, input), total: entries.length };
}

async function folderEntries(repository: Repository, treeId: string, path: string): Promise<TreeEntry[]> {
  const cache = listCache(repository);
  const key = `${treeId}:${path}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const entries = await entriesOf(repository, treeId, path);
  entries.sort((a, b) => order[a.type] - order[b.type]);
  cache.set(key, entries);
  return entries;
}

async function entriesBelow(repository: Repository, treeId: string, path: string): Promise<TreeEntry[]> {
  const cache = listCache(repository);
  const key = `${treeId}:${path}:recursive`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const entries = await collect(repository, treeId, path);
  cache.set(key, entries);
  return entries;
}

async function collect(repository: Repository, treeId: string, path: string): Promise<TreeEntry[]> {
  const entries = await entriesOf(repository, treeId, path);
  const lists = await Promise.all(
    entries.map(async (entry) =>
      entry.type === 'tree' ? [entry, ...(await collect(repository, entry.id, entry.path))] : [entry],
    ),
  );
  return lists.flat();
}

async function entriesOf(repository: Repository, treeId: string, path: string): Promise<TreeEntry[]> {
  const prefix = path === '' ? '' : `${path}/`;
  return parseTree(await readTree(repository, treeId)).map(({ id, name, mode }) => ({
    id,
    name,
    type: typeOfMode(mode),
    path: prefix + name,
    mode,
  }));
}

function listCache(repository: Repository) {
  const estimateBytes = (entries: TreeEntry[]): number =>
    entries.reduce((sum, entry) => sum + 200 + entry.path.length, 100);
  return repository.cache<TreeEntry[]>('tree lists', cacheBytes, estimateBytes);
}

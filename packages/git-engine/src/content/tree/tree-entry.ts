/** Finds the entry at a path of a commit. */
import { GitError } from '../../errors';
import { readCommit } from '../../objects/commit';
import type { GitContext } from '../../worker/context';
import type { TreeEntry } from './tree-entries';
import { findPath, normalizePath, typeOfMode } from './tree-object';

export interface TreeEntryInput {
  repo: string;
  commit_id: string;
  /** File or folder; empty for the root. */
  path: string;
}

/** The entry. Errors: `path_not_found`. */
export async function treeEntry(context: GitContext, input: TreeEntryInput): Promise<TreeEntry> {
  const repository = context.repository(input.repo);
  const path = normalizePath(input.path);
  const item = await findPath(repository, (await readCommit(repository, input.commit_id)).tree_id, path);
  if (item === undefined) throw new GitError('path_not_found', 'the path was not found');
  return { id: item.id, name: item.name, type: typeOfMode(item.mode), path, mode: item.mode };
}

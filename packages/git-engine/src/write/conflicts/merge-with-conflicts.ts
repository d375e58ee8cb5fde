/** Merges two commits with git and lists the paths in conflict. */
import { GitError, isGitError } from '../../errors';
import type { GitContext } from '../../worker/context';
import type { GitRunResult } from '../../worker/git-process';
import type { Repository } from '../../worker/repository';
import type { ConflictSide } from './conflict.types';

/** A path in conflict with its versions. */
export interface UnmergedPath {
  path: string;
  /** The version that both sides changed; null if there is none. */
  base: ConflictSide | null;
  ours: ConflictSide | null;
  theirs: ConflictSide | null;
  /** Whether the conflict is about the path and not only about the content of one file. */
  isStructural: boolean;
}

/** The result of a merge. */
export interface ConflictedMerge {
  /** The merged tree; files in conflict have markers in it. */
  tree_id: string;
  /** In the order of their paths; empty if the merge is clean. */
  unmerged: UnmergedPath[];
}

const conflictCode = 1;
/** Types of messages about conflicts that the choice of one side resolves. */
const contentTypes = new Set([
  'CONFLICT (contents)',
  'CONFLICT (binary)',
  'CONFLICT (modify/delete)',
  'CONFLICT (rename/delete)',
]);

/**
 * Merges `theirs` into `ours`. One git process. Errors: `refused` for unrelated histories and if
 * the list of conflicts exceeds 16 MB.
 */
export async function mergeWithConflicts(
  context: GitContext,
  repository: Repository,
  { ours, theirs }: { ours: string; theirs: string },
): Promise<ConflictedMerge> {
  const args = ['merge-tree', '--write-tree', '-z', '--messages', ours, theirs];
  const { code, stdout, stderr } = await run(context, repository, args);
  if (code === 0 || code === conflictCode) return parseMerge(stdout);
  if (stderr.includes('unrelated histories')) throw new GitError('refused', 'The branches have no common commit');
  throw new GitError('git_failed', `git merge-tree ended with ${code}: ${stderr.trim()}`);
}

async function run(context: GitContext, repository: Repository, args: string[]): Promise<GitRunResult> {
  try {
    return await repository.run({ args, signal: context.signal });
  } catch (error) {
    if (isGitError(error, 'limit_exceeded')) throw new GitError('refused', 'The branches have too many conflicts');
    throw error;
  }
}

/**
 * Reads the output of `git merge-tree -z`: the tree, then `<mode> <id> <stage>\t<path>` of each
 * version, an empty field, and the messages: number of paths, paths, type, text.
 */
export function parseMerge(output: Buffer): ConflictedMerge {
  const fields = output.toString('utf8').split('\0');
  const [tree_id = ''] = fields;
  const paths = new Map<string, UnmergedPath>();
  let at = 1;
  for (let field = fields[at]; field !== undefined && field !== ''; field = fields[++at]) {
    const [info = '', ...names] = field.split('\t');
    const [mode = '', blob_id = '', stage] = info.split(' ');
    const path = names.join('\t');
    const unmerged = paths.get(path) ?? { path, base: null, ours: null, theirs: null, isStructural: false };
    paths.set(path, unmerged);
    const side = { mode, blob_id };
    if (stage === '1') unmerged.base = side;
    else if (stage === '2') unmerged.ours = side;
    else unmerged.theirs = side;
  }
  for (const name of structuralPaths(fields.slice(at + 1))) {
    const unmerged = paths.get(name);
    if (unmerged) unmerged.isStructural = true;
  }
  for (const unmerged of paths.values()) if (isUnusual(unmerged)) unmerged.isStructural = true;
  return { tree_id, unmerged: [...paths.values()] };
}

/**
 * Files that were renamed differently have one version per path. A name that is not UTF-8 cannot be
 * sent back by clients.
 */
function isUnusual({ path, base, ours, theirs }: UnmergedPath): boolean {
  const versions = [base, ours, theirs].filter((side) => side !== null).length;
  return versions < 2 || path.includes('\ufffd');
}

/** The paths that messages about other conflicts than those of contents name. */
function structuralPaths(fields: readonly string[]): Set<string> {
  const paths = new Set<string>();
  let at = 0;
  while (at < fields.length) {
    const count = Number(fields[at]);
    if (!Number.isInteger(count) || count < 1) break;
    const named = fields.slice(at + 1, at + 1 + count);
    const type = fields[at + 1 + count] ?? '';
    if (!contentTypes.has(type) && type.startsWith('CONFLICT')) for (const path of named) paths.add(path);
    at += count + 3;
  }
  return paths;
}

/**
 * Merges two commits. Written objects are durable when the promise resolves, but no ref points at
 * them yet.
 */
import { GitError } from '../../errors';
import { findMergeBases } from '../../history/bases/merge-bases';
import { readCommit } from '../../objects/commit';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';
import type { Identity } from '../identity';
import { writeObject } from '../objects/object-batch';
import { encodeCommit } from '../objects/object-encoding';

export interface MergeTreesInput {
  repo: string;
  /** Commit to merge into. */
  ours: string;
  /** Commit to merge. */
  theirs: string;
}

export interface WriteCommitInput {
  repo: string;
  /** Commit whose tree is used, or a tree. */
  tree_id?: string;
  tree_of?: string;
  parents: readonly string[];
  message: string;
  author: Identity;
  committer: Identity;
}

const conflictCode = 1;
/** git's exit code for commits that cannot be merged at all, such as unrelated histories. */
const refusalCode = 128;

/**
 * The tree of a merge; null when there are conflicts or the histories are unrelated. Uses one git
 * process; none when one side is an ancestor of the other, which is the most common case.
 */
export async function mergeTree(
  context: GitContext,
  repository: Repository,
  { ours, theirs }: MergeTreesInput,
): Promise<{ tree_id: string | null }> {
  const [our, their] = await Promise.all([readCommit(repository, ours), readCommit(repository, theirs)]);
  const [base] = await findMergeBases(repository, ours, [theirs]);
  if (base === ours) return { tree_id: their.tree_id };
  if (base === theirs) return { tree_id: our.tree_id };
  const args = ['merge-tree', '--write-tree', '--no-messages', '--name-only', ours, theirs];
  const { code, stdout, stderr } = await repository.run({ args, signal: context.signal });
  if (code === 0) return { tree_id: stdout.toString('latin1', 0, 40) };
  if (code === conflictCode || (code === refusalCode && stderr.includes('unrelated histories')))
    return { tree_id: null };
  throw new GitError('git_failed', `git merge-tree ended with ${code}: ${stderr.trim()}`);
}

/** Writes a commit of an existing tree. Errors: `refused` for a NUL byte in the message. */
export async function writeCommit(repository: Repository, input: WriteCommitInput): Promise<{ commit_id: string }> {
  const { parents, message, author, committer } = input;
  if (message.includes('\0')) throw new GitError('refused', 'A commit message cannot contain a null byte');
  const tree = input.tree_id ?? (await readCommit(repository, input.tree_of ?? '')).tree_id;
  const content = encodeCommit({ tree, parents: [...parents], author, committer, message });
  return { commit_id: await writeObject(repository.path, 'commit', content) };
}

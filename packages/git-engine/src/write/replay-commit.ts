/**
 * Makes the change of one commit again, or takes it back, on top of another commit. The new commit
 * is durable when the promise resolves, but no ref names it yet.
 */
import { GitError } from '../errors';
import { type Commit, readCommit } from '../objects/commit';
import { emptyTreeId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import type { Repository } from '../worker/repository';
import type { Identity } from './identity';
import { ObjectBatch, writeObject } from './object-batch';
import { encodeCommit } from './object-encoding';

export interface ReplayCommitInput {
  repo: string;
  /** The commit whose change is meant: against its first parent. */
  commit_id: string;
  /** The commit to build on. */
  onto: string;
  /** `pick` makes the change again, `revert` takes it back. */
  mode: 'pick' | 'revert';
  message: string;
  author: Identity;
  committer: Identity;
}

/** The new commit, or why there is none. */
export type ReplayCommitResult =
  { commit_id: string; failure: null } | { commit_id: null; failure: 'conflict' | 'empty' };

const conflictCode = 1;
const helper: Identity = { name: 'merge', email: 'merge@localhost', time: 0 };

/**
 * Merges the change onto a commit and writes the result. `conflict` where it does not fit, `empty`
 * where it changes nothing. Errors: `object_not_found` for an unknown commit, `refused` for a null
 * byte in the message.
 */
export async function replayCommit(
  context: GitContext,
  repository: Repository,
  input: ReplayCommitInput,
): Promise<ReplayCommitResult> {
  if (input.message.includes('\0')) throw new GitError('refused', 'A commit message cannot contain a null byte');
  const [commit, onto] = await Promise.all([
    readCommit(repository, input.commit_id),
    readCommit(repository, input.onto),
  ]);
  const parentTree = await firstParentTree(repository, commit);
  const [base, theirs] = input.mode === 'pick' ? [parentTree, commit.tree_id] : [commit.tree_id, parentTree];
  const tree = await mergeTrees(context, repository, { base, ours: onto.tree_id, theirs });
  if (tree === null) return { commit_id: null, failure: 'conflict' };
  if (tree === onto.tree_id) return { commit_id: null, failure: 'empty' };
  const { author, committer, message } = input;
  const content = encodeCommit({ tree, parents: [onto.id], author, committer, message });
  return { commit_id: await writeObject(repository.path, 'commit', content), failure: null };
}

async function firstParentTree(repository: Repository, { parent_ids: [parent] }: Commit): Promise<string> {
  return parent === undefined ? emptyTreeId : (await readCommit(repository, parent)).tree_id;
}

/** The merged tree, or null where the two sides change the same. One git process. */
async function mergeTrees(
  context: GitContext,
  repository: Repository,
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
): Promise<string | null> {
  if (ours === base) return theirs;
  // The base of a merge follows from parents, so both sides get one that says what it is. No ref
  // names these commits; they are the same for the same trees, and upkeep removes them.
  const batch = new ObjectBatch(repository.path);
  if (base === emptyTreeId) batch.add('tree', Buffer.alloc(0));
  const add = (tree: string, parents: string[]): string =>
    batch.add('commit', encodeCommit({ tree, parents, author: helper, committer: helper, message: 'merge\n' }));
  const root = add(base, []);
  // Sides that are equal would be one commit, and then their own base.
  if (ours === theirs) return ours;
  const sides = [add(ours, [root]), add(theirs, [root])];
  await batch.flush();
  const args = ['merge-tree', '--write-tree', '--no-messages', '--name-only', ...sides];
  const { code, stdout, stderr } = await repository.run({ args, signal: context.signal });
  if (code === conflictCode) return null;
  if (code !== 0) throw new GitError('git_failed', `git merge-tree ended with ${code}: ${stderr.trim()}`);
  return stdout.toString('latin1', 0, 40);
}

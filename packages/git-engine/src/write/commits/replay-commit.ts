/**
 * Cherry-picks or reverts a commit on top of another commit. The new commit is durable when the
 * promise resolves, but no ref points at it yet.
 */
import { GitError } from '../../errors';
import { type Commit, readCommit } from '../../objects/commit';
import { emptyTreeId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';
import type { Identity } from '../identity';
import { ObjectBatch, writeObject } from '../objects/object-batch';
import { encodeCommit } from '../objects/object-encoding';

export interface ReplayCommitInput {
  repo: string;
  /** The commit whose change against its first parent is applied. */
  commit_id: string;
  /** The commit to build on. */
  onto: string;
  /** `pick` applies the change, `revert` undoes it. */
  mode: 'pick' | 'revert';
  message: string;
  author: Identity;
  committer: Identity;
}

/** The new commit, or the reason for its absence. */
export type ReplayCommitResult =
  { commit_id: string; failure: null } | { commit_id: null; failure: 'conflict' | 'empty' };

const conflictCode = 1;
const helper: Identity = { name: 'merge', email: 'merge@localhost', time: 0 };

/**
 * Merges the change onto a commit and writes the result. `conflict` when it does not apply, `empty`
 * when it changes nothing. Errors: `object_not_found` for an unknown commit, `refused` for a NUL
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

/** The merged tree, or null on conflicts. One git process. */
async function mergeTrees(
  context: GitContext,
  repository: Repository,
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
): Promise<string | null> {
  if (ours === base) return theirs;
  // git derives the merge base from parents, so temporary commits with a common parent are written
  // for both sides. No ref points at them; they are identical for the same trees, and maintenance
  // removes them.
  const batch = new ObjectBatch(repository.path);
  if (base === emptyTreeId) batch.add('tree', Buffer.alloc(0));
  const add = (tree: string, parents: string[]): string =>
    batch.add('commit', encodeCommit({ tree, parents, author: helper, committer: helper, message: 'merge\n' }));
  const root = add(base, []);
  // Equal sides would be the same commit and therefore their own base.
  if (ours === theirs) return ours;
  const sides = [add(ours, [root]), add(theirs, [root])];
  await batch.flush();
  const args = ['merge-tree', '--write-tree', '--no-messages', '--name-only', ...sides];
  const { code, stdout, stderr } = await repository.run({ args, signal: context.signal });
  if (code === conflictCode) return null;
  if (code !== 0) throw new GitError('git_failed', `git merge-tree ended with ${code}: ${stderr.trim()}`);
  return stdout.toString('latin1', 0, 40);
}

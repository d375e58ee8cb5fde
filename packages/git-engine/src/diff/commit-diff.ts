/** The changes of a commit, or the difference between two commits. */
import { readCommit } from '../objects/commit';
import { emptyTreeId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import type { Repository } from '../worker/repository';
import { type TreeDiff, diffTrees } from './diff-trees';
import type { DiffLimits } from './patch-parser';

export interface CommitDiffInput {
  repo: string;
  /** Commit to compare with its first parent, or with the empty tree for a root commit. */
  commit_id: string;
  limits?: Partial<DiffLimits>;
}

export interface DiffBetweenInput {
  repo: string;
  /** Commit ids; null `from` means the empty tree. */
  from: string | null;
  to: string;
  limits?: Partial<DiffLimits>;
}

/** The changes of one commit. Errors: `object_not_found`. */
export async function commitDiff(context: GitContext, input: CommitDiffInput): Promise<TreeDiff> {
  const repository = context.repository(input.repo);
  return await diffTrees(context, repository, await treesOfCommit(repository, input.commit_id), input.limits);
}

/** The difference between the trees of two commits. */
export async function diffBetween(context: GitContext, input: DiffBetweenInput): Promise<TreeDiff> {
  const repository = context.repository(input.repo);
  const left = input.from === null ? emptyTreeId : (await readCommit(repository, input.from)).tree_id;
  const right = (await readCommit(repository, input.to)).tree_id;
  return await diffTrees(context, repository, { left, right }, input.limits);
}

/** The trees of a commit's first parent and of the commit itself. */
export async function treesOfCommit(repository: Repository, id: string): Promise<{ left: string; right: string }> {
  const commit = await readCommit(repository, id);
  const parent = commit.parent_ids[0];
  const left = parent === undefined ? emptyTreeId : (await readCommit(repository, parent)).tree_id;
  return { left, right: commit.tree_id };
}

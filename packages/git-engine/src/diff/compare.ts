/** Compares two commits: the commits between them and the differences of their files. */
import { type Commit, readCommit } from '../objects/commit';
import { checkObjectId } from '../objects/object-id';
import { findMergeBases } from '../history/bases/merge-bases';
import { takeCommits } from '../history/walk/walks';
import type { GitContext } from '../worker/context';
import { diffBetween } from './commit-diff';
import type { TreeDiff } from './diff-trees';
import type { DiffLimits } from './patch-parser';

export interface CompareInput {
  repo: string;
  /** Commit ids. */
  from: string;
  to: string;
  /** Compare with the files of `from` itself (true), or of the best common ancestor (default). */
  straight?: boolean;
  /** Maximum number of commits to return. Default 1,000. */
  max_commits?: number;
  limits?: Partial<DiffLimits>;
}

export interface Comparison {
  /**
   * Best common ancestor; null if none exists, and the files are then compared as with
   * `straight`.
   */
  merge_base_id: string | null;
  /** Commits reachable from `to` but not from `from`, in the order of `git log` (newest first). */
  commits: Commit[];
  has_more_commits: boolean;
  diff: TreeDiff;
}

const defaultMaxCommits = 1000;

/** Compares two commits. Errors: `object_not_found` when an id is not a commit. */
export async function compare(context: GitContext, input: CompareInput): Promise<Comparison> {
  const repository = context.repository(input.repo);
  const [from, to] = [checkObjectId(input.from), checkObjectId(input.to)];
  const maxCommits = input.max_commits ?? defaultMaxCommits;
  const [base] = await findMergeBases(repository, from, [to]);
  const { ids } = await takeCommits(repository, { from: [to], exclude: [from] }, maxCommits + 1, context.signal);
  const left = input.straight === true ? from : (base ?? from);
  const [diff, commits] = await Promise.all([
    diffBetween(context, { repo: input.repo, from: left, to, limits: input.limits }),
    Promise.all(ids.slice(0, maxCommits).map((id) => readCommit(repository, id))),
  ]);
  return { merge_base_id: base ?? null, commits, has_more_commits: ids.length > maxCommits, diff };
}

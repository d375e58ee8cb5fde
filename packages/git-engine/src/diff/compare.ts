/** Two commits compared: what lies between them and how their files differ. */
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
  /** Compare the files of `from` itself (true), or of the best common ancestor (default). */
  straight?: boolean;
  /** Most commits to give. Default 1,000. */
  max_commits?: number;
  limits?: Partial<DiffLimits>;
}

export interface Comparison {
  /**
   * Best common ancestor, or null when there is none; then the files are compared as if `straight`.
   */
  merge_base_id: string | null;
  /** What `to` leads to and `from` does not, in the order of `git log` (youngest first). */
  commits: Commit[];
  has_more_commits: boolean;
  diff: TreeDiff;
}

const defaultMaxCommits = 1000;

/** Compares; `object_not_found` when one is no commit. */
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

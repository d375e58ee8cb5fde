/** Counts the commits that match a query. */
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import { allTips } from './walk/all-tips';
import type { ListCommitsInput } from './list-commits';
import { takeCommits } from './walk/walks';

export type CountMatchingCommitsInput = Omit<ListCommitsInput, 'from' | 'skip' | 'limit'> & {
  /** Commit ids to start from, or `all` for every branch and tag. */
  from: readonly string[] | 'all';
  /** Counting stops at this number. */
  cap: number;
};

/**
 * The count, at most `cap`; the walk is cached and shared with `listCommits`. Errors:
 * `object_not_found` when a start is not a commit.
 */
export async function countMatchingCommits(
  context: GitContext,
  input: CountMatchingCommitsInput,
): Promise<{ count: number }> {
  const repository = context.repository(input.repo);
  const { exclude, since, until, first_parent, path, cap } = input;
  const from = input.from === 'all' ? await allTips(repository) : input.from;
  [...from, ...(exclude ?? [])].forEach(checkObjectId);
  const query = { from, exclude, since, until, first_parent, path };
  const { ids } = await takeCommits(repository, query, cap, context.signal);
  return { count: Math.min(ids.length, cap) };
}

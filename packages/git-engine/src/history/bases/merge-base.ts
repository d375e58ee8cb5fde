/** Operations on the ancestry of commits. */
import { GitError } from '../../errors';
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';
import { findMergeBases, isReachableFrom } from './merge-bases';
import { takeCommits } from '../walk/walks';

/**
 * The best common ancestor of the first commit and the others; null when they have none. Requires
 * at least two ids.
 */
export async function mergeBase(
  context: GitContext,
  input: { repo: string; ids: readonly string[] },
): Promise<{ id: string | null }> {
  const [one, ...others] = input.ids.map(checkObjectId);
  if (one === undefined || others.length === 0)
    throw new GitError('invalid_argument', 'at least two commits are required');
  const [best] = await findMergeBases(context.repository(input.repo), one, others);
  return { id: best ?? null };
}

/** Whether one commit is an ancestor of another, or the same commit. */
export async function isAncestor(
  context: GitContext,
  input: { repo: string; ancestor: string; descendant: string },
): Promise<{ is_ancestor: boolean }> {
  const { ancestor, descendant, repo } = input;
  const isReachable = await isReachableFrom(
    context.repository(repo),
    checkObjectId(ancestor),
    checkObjectId(descendant),
  );
  return { is_ancestor: isReachable };
}

/**
 * The number of commits reachable from each of two commits but not from the other, each counted up
 * to `limit`.
 */
export async function aheadBehind(
  context: GitContext,
  input: { repo: string; left: string; right: string; limit?: number },
): Promise<{ ahead: number; behind: number }> {
  const { left, right, limit = Infinity } = input;
  const repository = context.repository(input.repo);
  const count = async (from: string, exclude: string): Promise<number> =>
    (await takeCommits(repository, { from: [from], exclude: [exclude] }, limit, context.signal)).ids.length;
  checkObjectId(left);
  checkObjectId(right);
  return { ahead: await count(left, right), behind: await count(right, left) };
}

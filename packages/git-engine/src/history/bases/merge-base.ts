/** Operations on how commits are related. */
import { GitError } from '../../errors';
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';
import { findMergeBases, leadsTo } from './merge-bases';
import { takeCommits } from '../walk/walks';

/**
 * The best common ancestor of the first commit and the others; null when they have none. At least
 * two ids.
 */
export async function mergeBase(
  context: GitContext,
  input: { repo: string; ids: readonly string[] },
): Promise<{ id: string | null }> {
  const [one, ...others] = input.ids.map(checkObjectId);
  if (one === undefined || others.length === 0)
    throw new GitError('invalid_argument', 'two commits at least are needed');
  const [best] = await findMergeBases(context.repository(input.repo), one, others);
  return { id: best ?? null };
}

/** Whether the ancestor is the descendant or one of the commits that it leads to. */
export async function isAncestor(
  context: GitContext,
  input: { repo: string; ancestor: string; descendant: string },
): Promise<{ is_ancestor: boolean }> {
  const { ancestor, descendant, repo } = input;
  const answer = await leadsTo(context.repository(repo), checkObjectId(ancestor), checkObjectId(descendant));
  return { is_ancestor: answer };
}

/** How many commits each of two commits leads to that the other does not. */
export async function aheadBehind(
  context: GitContext,
  input: { repo: string; left: string; right: string },
): Promise<{ ahead: number; behind: number }> {
  const { left, right } = input;
  const repository = context.repository(input.repo);
  const count = async (from: string, exclude: string): Promise<number> =>
    (await takeCommits(repository, { from: [from], exclude: [exclude] }, Infinity, context.signal)).ids.length;
  checkObjectId(left);
  checkObjectId(right);
  return { ahead: await count(left, right), behind: await count(right, left) };
}

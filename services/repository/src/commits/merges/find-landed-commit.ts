import { isGitError } from '@forgemesh/git-engine';
import type { MergesDeps } from './deps';

/** Maximum number of commits searched. */
const MAX_COMMITS = 1_000;

/**
 * The first commit on the first-parent line of a target branch that contains `head`; undefined when
 * the target does not contain it. Found by binary search, because all later commits of that line
 * contain it too.
 */
export async function findLandedCommit(
  { git }: Pick<MergesDeps, 'git'>,
  repo: string,
  { head, targetSha, previousTarget }: { head: string; targetSha: string; previousTarget: string },
): Promise<string | undefined> {
  const leadsToHead = async (id: string): Promise<boolean> =>
    (await git.isAncestor({ repo, ancestor: head, descendant: id })).is_ancestor;
  try {
    if (!(await leadsToHead(targetSha))) return undefined;
  } catch (error) {
    // The commit of a merge that was not finished may have been lost with the folder.
    if (isGitError(error, 'object_not_found')) return undefined;
    throw error;
  }
  const exclude = previousTarget && !(await leadsToHead(previousTarget)) ? [previousTarget] : [];
  const { commits } = await git.listCommits({
    repo,
    from: [targetSha],
    exclude,
    first_parent: true,
    limit: MAX_COMMITS,
  });
  let [low, high] = [0, commits.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await leadsToHead(commits[middle]?.id ?? targetSha)) low = middle;
    else high = middle - 1;
  }
  return commits[low]?.id ?? targetSha;
}

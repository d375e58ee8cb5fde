import type { Repositories } from '../../deps';

/** So far back it is looked for who brought a commit in. */
const MAX_LINE = 1_000;

/**
 * The first commit on the line of a target branch that leads to a commit; undefined where the
 * target does not lead there. On that line a commit that leads there is followed by such ones only,
 * so half of it is left out at each step.
 */
export async function landedCommit(
  { git }: Repositories,
  repo: string,
  { head, targetSha, knownTarget }: { head: string; targetSha: string; knownTarget: string },
): Promise<string | undefined> {
  const leadsToHead = async (id: string): Promise<boolean> =>
    (await git.isAncestor({ repo, ancestor: head, descendant: id })).is_ancestor;
  if (!(await leadsToHead(targetSha))) return undefined;
  const exclude = knownTarget && !(await leadsToHead(knownTarget)) ? [knownTarget] : [];
  const { commits } = await git.listCommits({
    repo,
    from: [targetSha],
    exclude,
    first_parent: true,
    limit: MAX_LINE,
  });
  let [low, high] = [0, commits.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await leadsToHead(commits[middle]?.id ?? targetSha)) low = middle;
    else high = middle - 1;
  }
  return commits[low]?.id ?? targetSha;
}

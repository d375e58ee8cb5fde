/** Which of many commits another one leads to: the `merged` flag of branch lists. */
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';
import { NodeReader } from '../walk/commit-node';
import { takeCommits } from '../walk/walks';

export interface MergedIntoInput {
  repo: string;
  /** Commit that may lead to the others, e.g. the tip of the default branch. */
  tip: string;
  ids: readonly string[];
}

// Dates may lie: so many commits older than the oldest one asked for are still looked at.
const slopCommits = 200;
const mostCommits = 100_000;

/**
 * Those of the ids that the tip is or leads to. One walk answers for all and is kept for the next
 * call. A commit named here is surely merged; one whose date is wrong by more than 200 commits, or
 * lies behind 100,000, may be left out.
 */
export async function mergedInto(context: GitContext, input: MergedIntoInput): Promise<{ merged: string[] }> {
  const repository = context.repository(input.repo);
  const query = { from: [checkObjectId(input.tip)] };
  const nodes = new NodeReader(repository);
  let { walk, done, ids } = await takeCommits(repository, query, 1, context.signal);
  let missing = input.ids.map(checkObjectId).filter((id) => !walk.hasSeen(id));
  const times = (await nodes.readAll(missing)).map((node) => node.time);
  const oldest = Math.min(...times);
  let slop = 0;
  while (missing.length > 0 && !done && slop < slopCommits && ids.length < mostCommits) {
    const before = ids.length;
    const step = walk.frontierTime < oldest ? slopCommits : Math.max(slopCommits, before);
    if (walk.frontierTime < oldest) slop += step;
    ({ walk, done, ids } = await takeCommits(repository, query, before + step, context.signal));
    missing = missing.filter((id) => !walk.hasSeen(id));
  }
  const away = new Set(missing);
  return { merged: input.ids.filter((id) => !away.has(id)) };
}

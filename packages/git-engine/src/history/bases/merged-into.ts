/**
 * Finds which of many commits are reachable from another one: the `merged` flag of branch lists.
 */
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';
import { NodeReader } from '../walk/commit-node';
import { takeCommits } from '../walk/walks';

export interface MergedIntoInput {
  repo: string;
  /** Commit whose history may contain the others, e.g. the tip of the default branch. */
  tip: string;
  ids: readonly string[];
}

// Commits older than the oldest requested one that are still visited, because dates may be wrong.
const slopCommits = 200;
const maxCommits = 100_000;

/**
 * The ids that are the tip or reachable from it. One cached walk serves all ids and later calls.
 * Returned commits are certainly merged; a commit may be missing if its date is off by more than
 * 200 commits or it lies more than 100,000 commits back.
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
  while (missing.length > 0 && !done && slop < slopCommits && ids.length < maxCommits) {
    const before = ids.length;
    const step = walk.frontierTime < oldest ? slopCommits : Math.max(slopCommits, before);
    if (walk.frontierTime < oldest) slop += step;
    ({ walk, done, ids } = await takeCommits(repository, query, before + step, context.signal));
    missing = missing.filter((id) => !walk.hasSeen(id));
  }
  const missingIds = new Set(missing);
  return { merged: input.ids.filter((id) => !missingIds.has(id)) };
}

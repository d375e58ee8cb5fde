/** Counts the commits reachable from a commit, itself included. */
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import type { Repository } from '../worker/repository';
import { takeCommits } from './walk/walks';

export interface CountCommitsInput {
  repo: string;
  /** Commit id. */
  tip: string;
  /** Counting stops at this number. Default 10,001. */
  cap?: number;
}

const defaultCap = 10_001;
// A push is rarely larger; behind more new commits the previous count is not searched.
const maxLookBack = 256;
const countBytes = 200;

/**
 * The count, at most `cap`. Counts are cached; for a descendant of a counted tip only the new
 * commits are walked, as exactly as `git rev-list --count new ^old` (both may miss commits dated
 * long before their parents).
 */
export async function countCommits(context: GitContext, input: CountCommitsInput): Promise<{ count: number }> {
  const repository = context.repository(input.repo);
  const tip = checkObjectId(input.tip);
  const cap = input.cap ?? defaultCap;
  const counts = repository.cache<number>('commit counts', 400_000, () => countBytes);
  const key = `${cap} ${tip}`;
  const cached = counts.get(key);
  if (cached !== undefined) return { count: cached };
  const older = await findCounted(repository, tip, (id) => counts.peek(`${cap} ${id}`));
  const count =
    older === undefined
      ? (await takeCommits(repository, { from: [tip] }, cap, context.signal)).ids.length
      : older.count +
        (await takeCommits(repository, { from: [tip], exclude: [older.id] }, cap, context.signal)).ids.length;
  counts.set(key, Math.min(count, cap));
  return { count: Math.min(count, cap) };
}

async function findCounted(
  repository: Repository,
  tip: string,
  countOf: (id: string) => number | undefined,
): Promise<{ id: string; count: number } | undefined> {
  for (let step = 16; step <= maxLookBack; step *= 4) {
    const { ids, done } = await takeCommits(repository, { from: [tip] }, step);
    for (const id of ids) {
      const count = countOf(id);
      if (count !== undefined) return { id, count };
    }
    if (done) return undefined;
  }
  return undefined;
}

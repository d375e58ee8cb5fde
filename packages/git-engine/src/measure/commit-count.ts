/** Counts reachable commits incrementally from one tip to the next. */
import { GitError } from '../errors';
import { checkObjectId } from '../objects/object-id';
import type { Repository } from '../worker/repository';

/** A commit and the number of commits reachable from it, itself included. */
export interface CountedTip {
  tip: string;
  count: number;
}

/**
 * The exact count of a tip. From a counted tip only the commits that the two do not share are
 * walked, in either direction; without one, or when that commit was deleted, everything is counted.
 */
export async function commitCount(
  repository: Repository,
  tip: string,
  counted: CountedTip | null,
  signal: AbortSignal,
): Promise<number> {
  if (counted?.tip === tip) return counted.count;
  const valid = counted && (await repository.info(counted.tip)) ? counted : null;
  const range = valid ? ['--left-right', `${checkObjectId(valid.tip)}...${checkObjectId(tip)}`] : [checkObjectId(tip)];
  const { code, stdout, stderr } = await repository.run({ args: ['rev-list', '--count', ...range], signal });
  if (code !== 0) throw new GitError('git_failed', `git rev-list: ${stderr.trim()}`);
  const [first = 0, second = 0] = stdout.toString('latin1').trim().split('\t').map(Number);
  return valid ? valid.count - first + second : first;
}

/** How many commits a commit leads to, kept from one tip to the next. */
import { GitError } from '../errors';
import { checkObjectId } from '../objects/object-id';
import type { Repository } from '../worker/repository';

/** A commit and how many it leads to, itself included. */
export interface CountedTip {
  tip: string;
  count: number;
}

/**
 * The exact count of a tip. From a counted tip only what the two do not share is walked, in
 * whatever direction the branch went; without one, or where that commit is gone, all is counted
 * once.
 */
export async function commitCount(
  repository: Repository,
  tip: string,
  counted: CountedTip | null,
  signal: AbortSignal,
): Promise<number> {
  if (counted?.tip === tip) return counted.count;
  const known = counted && (await repository.info(counted.tip)) ? counted : null;
  const range = known ? ['--left-right', `${checkObjectId(known.tip)}...${checkObjectId(tip)}`] : [checkObjectId(tip)];
  const { code, stdout, stderr } = await repository.run({ args: ['rev-list', '--count', ...range], signal });
  if (code !== 0) throw new GitError('git_failed', `git rev-list: ${stderr.trim()}`);
  const [first = 0, second = 0] = stdout.toString('latin1').trim().split('\t').map(Number);
  return known ? known.count - first + second : first;
}

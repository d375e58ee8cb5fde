/** Whether a push is a fast-forward, checked before its objects are accepted. */
import { GitError } from '../../errors';
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';

export interface IsFastForwardInput {
  repo: string;
  old: string;
  new: string;
  /** Environment variables that make quarantined objects visible to git. */
  quarantine_env: Record<string, string>;
}

/**
 * Whether the old commit is an ancestor of the new one. Starts git, because a persistent process
 * does not see the new objects.
 */
export async function isFastForward(
  context: GitContext,
  input: IsFastForwardInput,
): Promise<{ is_fast_forward: boolean }> {
  const ids = [checkObjectId(input.old), checkObjectId(input.new)];
  const { code, stderr } = await context.repository(input.repo).run({
    args: ['merge-base', '--is-ancestor', ...ids],
    env: input.quarantine_env,
    signal: context.signal,
  });
  if (code > 1) throw new GitError('git_failed', stderr.trim() || 'git could not compare the commits');
  return { is_fast_forward: code === 0 };
}

/** Lists the paths that differ between two commits, without their contents. */
import { GitError, isGitError } from '../errors';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';

/** Output beyond this has far more paths than any limit. */
const maxOutputBytes = 16 * 1024 * 1024;

export interface ChangedPathsInput {
  repo: string;
  from: string;
  to: string;
  /** Maximum number of paths to return. */
  limit: number;
  /** Environment variables that make quarantined objects visible to git. */
  quarantine_env: Record<string, string>;
}

export interface ChangedPaths {
  paths: string[];
  /** Whether there are more paths than the limit. */
  has_more: boolean;
}

/**
 * The changed paths; a renamed file has both its names. Starts git, because a persistent process
 * does not see the objects of a push. Errors: `git_failed` when a commit does not exist.
 */
export async function changedPaths(context: GitContext, input: ChangedPathsInput): Promise<ChangedPaths> {
  const ids = [checkObjectId(input.from), checkObjectId(input.to)];
  try {
    const { code, stdout, stderr } = await context.repository(input.repo).run({
      args: ['diff-tree', '-r', '-z', '--name-only', '--no-renames', ...ids],
      env: input.quarantine_env,
      maxBytes: maxOutputBytes,
      signal: context.signal,
    });
    if (code !== 0) throw new GitError('git_failed', stderr.trim() || 'git could not compare the commits');
    const paths = stdout.toString('utf8').split('\0').slice(0, -1);
    return { paths: paths.slice(0, input.limit), has_more: paths.length > input.limit };
  } catch (error) {
    if (isGitError(error, 'limit_exceeded')) return { paths: [], has_more: true };
    throw error;
  }
}

/** Checks the objects of a repository. */
import { isGitError } from '../errors';
import type { GitContext } from '../worker/context';
import { runGit } from '../write/run-git';

export interface CheckRepositoryInput {
  repo: string;
  /** Milliseconds until the check is given up. */
  timeoutMs: number;
}

export interface CheckRepositoryResult {
  /** What git reports about damaged or missing objects; null if there are none. */
  problem: string | null;
}

/**
 * Verifies that all objects are intact and that every object which a ref needs exists. Safe while
 * the repository is read and written; runs with low priority. Reflogs are left out, because their
 * objects may be deleted. Errors: `limit_exceeded` when it takes too long or is cancelled.
 */
export async function checkRepository(
  { settings, signal }: GitContext,
  { repo, timeoutMs }: CheckRepositoryInput,
): Promise<CheckRepositoryResult> {
  const args = ['fsck', '--full', '--no-reflogs', '--no-dangling', '--no-progress'];
  const options = { program: settings.gitBinary, path: settings.searchPath, isLowPriority: true, truncates: true };
  try {
    await runGit(repo, args, { ...options, timeoutMs, signal });
    return { problem: null };
  } catch (error) {
    if (!isGitError(error, 'refused')) throw error;
    return { problem: error.message };
  }
}

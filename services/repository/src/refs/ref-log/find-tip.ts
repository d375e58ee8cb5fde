import { isGitError } from '@forgemesh/git-engine';
import type { RefLogDeps } from './deps';

/** The commit id of a ref; null if it does not exist, invalid names included. */
export async function findTip({ git }: Pick<RefLogDeps, 'git'>, repo: string, name: string): Promise<string | null> {
  try {
    return (await git.findRef({ repo, name }))?.commit_id ?? null;
  } catch (error) {
    if (isGitError(error, 'invalid_ref')) return null;
    throw error;
  }
}

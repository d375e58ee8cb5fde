import { isGitError } from '@forgemesh/git-engine';
import type { Repositories } from '../../deps';

/**
 * The commit that a ref leads to; null where there is no such ref, as of a name that none may have.
 */
export async function findTip({ git }: Repositories, repo: string, name: string): Promise<string | null> {
  try {
    return (await git.findRef({ repo, name }))?.commit_id ?? null;
  } catch (error) {
    if (isGitError(error, 'invalid_ref')) return null;
    throw error;
  }
}

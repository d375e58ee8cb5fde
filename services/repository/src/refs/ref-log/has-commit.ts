import { type GitClient, isGitError } from '@forgemesh/git-engine';

/** Whether a repository has a commit. */
export async function hasCommit(git: Pick<GitClient, 'resolveRevision'>, repo: string, id: string): Promise<boolean> {
  try {
    await git.resolveRevision({ repo, revision: id });
    return true;
  } catch (error) {
    if (isGitError(error, 'ref_not_found')) return false;
    throw error;
  }
}

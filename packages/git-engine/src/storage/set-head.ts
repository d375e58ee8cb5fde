import { GitError } from '../errors';
import { isValidBranchName } from '../write/refs/ref-names';
import { replaceLockedFile } from './durable-files';

/**
 * Sets the default branch of a repository, whether the branch exists or not. Errors: `invalid_ref`
 * for a malformed name, `conflict` while another writer holds git's lock on HEAD.
 */
export async function setHead(repo: string, branch: string): Promise<void> {
  if (!isValidBranchName(branch)) throw new GitError('invalid_ref', 'The branch refname is invalid');
  try {
    await replaceLockedFile(repo, 'HEAD', `ref: refs/heads/${branch}\n`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new GitError('conflict', 'HEAD is being changed');
    throw error;
  }
}

import { type GitClient, GitError } from '@forgemesh/git-engine';
import { findLandedCommit } from './find-landed-commit';

describe('findLandedCommit', () => {
  const find = (isAncestor: () => Promise<never>) =>
    findLandedCommit({ git: { isAncestor } as unknown as GitClient }, '/repo', {
      head: 'a'.repeat(40),
      targetSha: 'b'.repeat(40),
      previousTarget: '',
    });

  it('finds nothing for a commit that was lost', async () => {
    const missing = () => Promise.reject(new GitError('object_not_found', 'there is no commit'));
    expect(await find(missing)).toBeUndefined();
  });

  it('fails if git does', async () => {
    const failure = new GitError('git_failed', 'failed');
    await expect(find(() => Promise.reject(failure))).rejects.toBe(failure);
  });
});

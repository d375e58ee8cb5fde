import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalGit, localGit } from '../../testing/local-context';
import { ScratchRepository } from '../../testing/scratch-repository';
import { filePaths, MAX_PATHS } from './file-paths';

describe('filePaths', () => {
  let git: LocalGit;
  let scratch: ScratchRepository;

  beforeAll(() => {
    git = localGit();
    scratch = new ScratchRepository();
  });

  afterAll(() => {
    git.close();
    scratch.remove();
  });

  it('lists every file, whatever its name', async () => {
    symlinkSync('a.txt', join(scratch.work, 'link'));
    const files = { 'a.txt': 'abc', 'deep/er/ö b.rb': '', 'tab\tand\nline': '', 'blob x': '' };
    const commit_id = scratch.commit('Files', files);
    const { paths, is_truncated } = await filePaths(git.context, { repo: scratch.repo, commit_id });
    expect(paths.toSorted()).toEqual([...Object.keys(files), 'link'].toSorted());
    expect(is_truncated).toBe(false);
  });

  it('is limited', async () => {
    const input = ['commit refs/heads/many', 'committer A <a@example.com> 1700000000 +0000', 'data 0'];
    for (let index = 0; index <= MAX_PATHS; index += 1)
      input.push(`M 100644 inline d${index % 500}/f${index}`, 'data 0');
    scratch.gitWith({ input: `${input.join('\n')}\n` }, 'fast-import', '--quiet');
    const commit_id = scratch.git('rev-parse', 'many');
    const { paths, is_truncated } = await filePaths(git.context, { repo: scratch.repo, commit_id });
    expect([paths.length, is_truncated]).toEqual([MAX_PATHS, true]);
  });

  it('fails if the commit does not exist', async () => {
    const unknown = { repo: scratch.repo, commit_id: '1'.repeat(40) };
    await expect(filePaths(git.context, unknown)).rejects.toMatchObject({ reason: 'object_not_found' });
    await expect(filePaths(git.context, { ...unknown, commit_id: '--help' })).rejects.toMatchObject({
      reason: 'object_not_found',
    });
  });
});

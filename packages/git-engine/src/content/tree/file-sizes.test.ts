import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalGit, localGit } from '../../testing/local-context';
import { ScratchRepository } from '../../testing/scratch-repository';
import { fileSizes } from './file-sizes';

describe('fileSizes', () => {
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

  it('returns the size of every regular file, whatever its name', async () => {
    symlinkSync('a.txt', join(scratch.work, 'link'));
    const files = {
      'a.txt': 'abc',
      'deep/er/ö b.rb': 'x'.repeat(5000),
      'tab\tand\nline': '',
      'z.bin': Buffer.alloc(7),
    };
    const commit_id = scratch.commit('Files', files);
    const sizes = await fileSizes(git.context, { repo: scratch.repo, commit_id });
    expect(Object.fromEntries(sizes.map(({ path, size }) => [path, size]))).toEqual({
      'a.txt': 3,
      'deep/er/ö b.rb': 5000,
      'tab\tand\nline': 0,
      'z.bin': 7,
    });
  });

  it('fails if the commit does not exist', async () => {
    const unknown = { repo: scratch.repo, commit_id: '1'.repeat(40) };
    await expect(fileSizes(git.context, unknown)).rejects.toMatchObject({ reason: 'object_not_found' });
    await expect(fileSizes(git.context, { ...unknown, commit_id: '--help' })).rejects.toMatchObject({
      reason: 'object_not_found',
    });
  });
});

import { type LocalGit, localGit } from '../testing/local-context';
import { ScratchRepository } from '../testing/scratch-repository';
import { changedPaths } from './changed-paths';

describe('changedPaths', () => {
  let git: LocalGit;
  let scratch: ScratchRepository;

  beforeEach(() => {
    git = localGit();
    scratch = new ScratchRepository();
  });
  afterEach(() => {
    git.close();
    scratch.remove();
  });

  function commit(): string {
    scratch.git('add', '-A');
    scratch.git('commit', '-q', '-m', 'Commit');
    return scratch.git('rev-parse', 'HEAD');
  }

  it('lists added, changed, deleted and renamed files up to a limit', async () => {
    for (const path of ['same', 'changed', 'deleted', 'old/näme']) scratch.write(path, `${path}\n`.repeat(20));
    const from = commit();
    scratch.git('rm', '-q', 'deleted');
    scratch.git('mv', 'old/näme', 'new name');
    scratch.write('changed', 'now');
    scratch.write('added', 'now');
    const query = { repo: scratch.repo, from, to: commit(), quarantine_env: {} };
    const all = ['added', 'changed', 'deleted', 'new name', 'old/näme'];
    expect(await changedPaths(git.context, { ...query, limit: 5 })).toEqual({ paths: all, has_more: false });
    expect(await changedPaths(git.context, { ...query, limit: 4 })).toEqual({ paths: all.slice(0, 4), has_more: true });
    expect(await changedPaths(git.context, { ...query, to: from, limit: 4 })).toEqual({ paths: [], has_more: false });
  });

  it('reports commits that do not exist', async () => {
    scratch.write('a', 'a');
    const query = { repo: scratch.repo, from: commit(), to: '1'.repeat(40), limit: 1, quarantine_env: {} };
    await expect(changedPaths(git.context, query)).rejects.toMatchObject({ reason: 'git_failed' });
  });
});

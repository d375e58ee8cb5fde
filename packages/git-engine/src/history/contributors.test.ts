import { randomHistory } from '../testing/random-history';
import { localGit } from '../testing/local-context';
import { contributors } from './contributors';

describe('contributors', () => {
  it('match the counts of git', async () => {
    const git = localGit();
    const { scratch } = randomHistory({ seed: 7, commits: 80 });
    const tip = scratch.git('rev-parse', 'HEAD');
    const input = { repo: scratch.repo, tip };
    const found = await contributors(git.context, input);
    const total = found.reduce((sum, { commits }) => sum + commits, 0);
    expect(total).toBe(Number(scratch.git('rev-list', '--count', '--no-merges', tip)));
    expect(await contributors(git.context, input)).toBe(found);
    const byGit = scratch.git('log', '--no-merges', '--format=%ae', tip).split('\n');
    expect(found.map(({ email }) => email)).toEqual([...new Set(byGit)]);
    git.close();
    scratch.remove();
  });
});

import { type LocalGit, localGit } from '../../testing/local-context';
import { ScratchRepository } from '../../testing/scratch-repository';
import { rebaseCommits, type RebaseCommitsResult } from './rebase-commits';

let git: LocalGit;
let scratch: ScratchRepository;
let first: string;

beforeEach(() => {
  git = localGit();
  scratch = new ScratchRepository();
  first = scratch.commit('first', { file: '1\n2\n3\n4\n5\n' });
});

afterEach(() => {
  git.close();
  scratch.remove();
});

const ada = { name: 'Ada', email: 'ada@example.com', time: 1_600_000_000, zone: '+0130' };

function rebase(head: string, onto: string): Promise<RebaseCommitsResult> {
  const { context } = git;
  const { repo } = scratch;
  return rebaseCommits(context, context.repository(repo), { repo, head, onto, committer: ada });
}

describe('rebaseCommits', () => {
  it('equals git rebase, without merges and commits that are already contained', async () => {
    scratch.commit('one', { one: '1' });
    const side = scratch.commit('two', { file: '1\n2\n3\n4\nfive\n' });
    scratch.git('checkout', '-q', first);
    const onto = scratch.commit('one', { one: '1' });
    scratch.git('checkout', '-q', '-b', 'feature', side);
    scratch.git('merge', '-q', '--no-edit', onto);
    const head = scratch.commit('three', { three: '3' });
    const { commit_id: id } = await rebase(head, onto);
    scratch.git('rebase', '-q', onto);
    const shape = (ref: string): string => scratch.git('log', '--format=%T %an %s', `${onto}..${ref}`);
    expect(shape(id as string)).toBe(shape('HEAD'));
    expect(scratch.git('log', '--format=%cn %s', `${onto}..${id}`)).toBe('Ada three\nAda two');
    scratch.git('fsck', '--strict');
  });

  it('returns the target itself if it contains the commits, and fails on conflicts', async () => {
    const ours = scratch.commit('ours', { file: 'ours\n' });
    scratch.git('checkout', '-q', first);
    const theirs = scratch.commit('theirs', { file: 'theirs\n' });
    expect(await rebase(first, theirs)).toEqual({ commit_id: theirs, failure: null });
    expect(await rebase(ours, theirs)).toEqual({ commit_id: null, failure: 'conflict' });
  });
});

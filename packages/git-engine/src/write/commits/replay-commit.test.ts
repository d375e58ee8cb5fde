import { type LocalGit, localGit } from '../../testing/local-context';
import { ScratchRepository } from '../../testing/scratch-repository';
import { type ReplayCommitInput, type ReplayCommitResult, replayCommit } from './replay-commit';

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

function replay(input: Pick<ReplayCommitInput, 'commit_id' | 'onto' | 'mode'>): Promise<ReplayCommitResult> {
  const { context } = git;
  const { repo } = scratch;
  return replayCommit(context, context.repository(repo), {
    repo,
    message: 'again',
    author: ada,
    committer: ada,
    ...input,
  });
}

describe('replayCommit', () => {
  it('equals the result of git', async () => {
    const change = scratch.commit('change', { file: '1\n2\n3\n4\nfive\n', 'new/one': 'n' });
    scratch.git('checkout', '-q', first);
    const onto = scratch.commit('other', { file: 'one\n2\n3\n4\n5\n' });
    const picked = await replay({ commit_id: change, onto, mode: 'pick' });
    const id = picked.commit_id as string;
    scratch.git('cherry-pick', change);
    expect(scratch.git('rev-parse', `${id}^{tree}`)).toBe(scratch.git('rev-parse', 'HEAD^{tree}'));
    expect(scratch.git('show', '-s', '--format=%P %an %ae %ad', '--date=raw', id)).toBe(
      `${onto} Ada ada@example.com 1600000000 +0130`,
    );
    const reverted = await replay({ commit_id: change, onto: id, mode: 'revert' });
    expect(scratch.git('rev-parse', `${reverted.commit_id}^{tree}`)).toBe(scratch.git('rev-parse', `${onto}^{tree}`));
    scratch.git('fsck', '--strict');
  });

  it('supports root commits', async () => {
    scratch.git('checkout', '-q', '--orphan', 'other');
    scratch.git('rm', '-rfq', '.');
    const onto = scratch.commit('root', { other: 'o' });
    const { commit_id } = await replay({ commit_id: first, onto, mode: 'pick' });
    expect(scratch.git('ls-tree', '--name-only', commit_id as string)).toBe('file\nother');
  });

  it('fails on conflicts and empty results', async () => {
    const change = scratch.commit('change', { file: 'changed\n' });
    const later = scratch.commit('later', { file: 'later\n' });
    expect(await replay({ commit_id: change, onto: later, mode: 'revert' })).toEqual({
      commit_id: null,
      failure: 'conflict',
    });
    expect(await replay({ commit_id: change, onto: change, mode: 'pick' })).toEqual({
      commit_id: null,
      failure: 'empty',
    });
    await expect(replay({ commit_id: 'a'.repeat(40), onto: change, mode: 'pick' })).rejects.toMatchObject({
      reason: 'object_not_found',
    });
  });
});

import { type LocalGit, localGit } from '../../testing/local-context';
import { ScratchRepository } from '../../testing/scratch-repository';
import { mergeTree } from './merge-commits';

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

/** The merged tree and the number of processes used. */
async function merged(ours: string, theirs: string): Promise<{ tree_id: string | null; processes: number }> {
  const repository = git.context.repository(scratch.repo);
  const run = jest.spyOn(repository, 'run');
  const { tree_id } = await mergeTree(git.context, repository, { repo: scratch.repo, ours, theirs });
  const processes = run.mock.calls.length;
  run.mockRestore();
  return { tree_id, processes };
}

const treeOf = (ref: string): string => scratch.git('rev-parse', `${ref}^{tree}`);

describe('the tree of a merge', () => {
  it('is that of the descendant, without a process', async () => {
    const ahead = scratch.commit('ahead', { file: '1\n2\n3\n4\nfive\n' });
    const further = scratch.commit('further', { other: 'x' });
    for (const [ours, theirs] of [
      [first, further],
      [further, first],
      [ahead, further],
      [further, further],
    ] as const)
      expect(await merged(ours, theirs)).toEqual({ tree_id: treeOf(further), processes: 0 });
    expect(treeOf(further)).toBe(scratch.git('merge-tree', '--write-tree', first, further));
  });

  it('equals the result of git for diverged sides', async () => {
    const theirs = scratch.commit('theirs', { file: '1\n2\n3\n4\nfive\n' });
    scratch.git('checkout', '-q', first);
    const ours = scratch.commit('ours', { file: 'one\n2\n3\n4\n5\n' });
    expect(await merged(ours, theirs)).toEqual({
      tree_id: scratch.git('merge-tree', '--write-tree', ours, theirs),
      processes: 1,
    });
  });

  it('is null for conflicts and unrelated histories', async () => {
    const theirs = scratch.commit('theirs', { file: 'theirs\n' });
    scratch.git('checkout', '-q', first);
    const ours = scratch.commit('ours', { file: 'ours\n' });
    expect((await merged(ours, theirs)).tree_id).toBeNull();
    scratch.git('checkout', '-q', '--orphan', 'alone');
    const alone = scratch.commit('alone', { file: 'alone\n' });
    expect((await merged(ours, alone)).tree_id).toBeNull();
  });
});

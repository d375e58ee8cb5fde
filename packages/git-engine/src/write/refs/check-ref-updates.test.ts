import { type LocalGit, localGit } from '../../testing/local-context';
import { ScratchRepository } from '../../testing/scratch-repository';
import { zeroId } from '../../refs/ref-folders';
import { checkRefUpdates } from './check-ref-updates';

describe('the check of new refs', () => {
  let git: LocalGit;
  let scratch: ScratchRepository;
  let commit: string;

  beforeEach(() => {
    git = localGit();
    scratch = new ScratchRepository();
    commit = scratch.commit('first', { a: '1' });
  });
  afterEach(() => {
    git.close();
    scratch.remove();
  });

  /** The short names of branches that are refused because of the names of others. */
  const inTheWay = async (...names: string[]): Promise<string[]> => {
    const updates = names.map((name) => ({ ref: `refs/heads/${name}`, old: zeroId, new: commit }));
    const { refused } = await checkRefUpdates(git.context, { repo: scratch.repo, updates });
    return refused.map(({ ref, cause }) => `${ref.slice('refs/heads/'.length)} ${cause}`);
  };

  it('refuses names that are folders of other refs, and names in a ref', async () => {
    for (const name of ['packed/deep/one', 'kept']) scratch.git('branch', name);
    scratch.git('pack-refs', '--all', '--prune');
    scratch.git('branch', 'loose/two');
    const names = ['packed', 'packed/deep', 'packed/deep/one/x', 'kept/x', 'loose', 'loose/two/x'];
    expect(await inTheWay(...names)).toEqual(names.map((name) => `${name} in_the_way`));
    expect(await inTheWay('pack', 'packed/dee', 'packed/deep/two', 'loose/three', 'loos')).toEqual([]);
  });

  it('refuses names that other refs of the same transaction take', async () => {
    expect(await inTheWay('a/b', 'a', 'a/b/c', 'a/c')).toEqual(['a in_the_way', 'a/b/c in_the_way']);
  });

  it('immediately sees refs that were added, packed and deleted', async () => {
    expect(await inTheWay('folder')).toEqual([]);
    scratch.git('branch', 'folder/one');
    expect(await inTheWay('folder')).toEqual(['folder in_the_way']);
    scratch.git('pack-refs', '--all', '--prune');
    expect(await inTheWay('folder')).toEqual(['folder in_the_way']);
    scratch.git('branch', '-D', 'folder/one');
    expect(await inTheWay('folder')).toEqual([]);
  });
});

import { type LocalGit, localGit } from '../../testing/local-context';
import { ScratchRepository } from '../../testing/scratch-repository';
import { blame } from './blame';

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

describe('blame', () => {
  it('attributes every line to the commit that wrote it', async () => {
    const path = 'odd [name] *';
    const first = scratch.commit('first', { [path]: 'a\n\nb\n' });
    const second = scratch.commit('second', { [path]: 'a\n\nnew\tline\nb\nno end' });
    const ranges = await blame(git.context, { repo: scratch.repo, commit_id: second, path });
    expect(ranges.map(({ commit, lines }) => [commit.id, lines])).toEqual([
      [first, ['a', '']],
      [second, ['new\tline']],
      [first, ['b']],
      [second, ['no end']],
    ]);
  });

  it('refuses a path that is not a file', async () => {
    const id = scratch.commit('first', { 'folder/file': 'a\n' });
    for (const path of ['none', 'folder'])
      await expect(blame(git.context, { repo: scratch.repo, commit_id: id, path })).rejects.toMatchObject({
        reason: 'path_not_found',
      });
  });
});

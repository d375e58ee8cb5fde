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

  it('names the file before each commit, also if it was renamed', async () => {
    const text = Array.from({ length: 20 }, (_, index) => `a longer line ${index}`).join('\n');
    const first = scratch.commit('first', { 'quo"te': `${text}\nlast\n` });
    scratch.git('mv', 'quo"te', 'new name');
    const second = scratch.commit('second', { 'new name': `${text}\nchanged\n` });
    const ranges = await blame(git.context, { repo: scratch.repo, commit_id: second, path: 'new name' });
    expect(ranges.map(({ commit, previous }) => [commit.id, previous])).toEqual([
      [first, null],
      [second, { commit_id: first, path: 'quo"te' }],
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

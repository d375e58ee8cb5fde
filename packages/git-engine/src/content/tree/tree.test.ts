import { readFile } from '../blob/read-file';
import { type LocalGit, localGit } from '../../testing/local-context';
import { randomHistory } from '../../testing/random-history';
import type { ScratchRepository } from '../../testing/scratch-repository';
import { treeEntries } from './tree-entries';
import { treeEntry } from './tree-entry';

describe('the files of a generated history', () => {
  let git: LocalGit;
  let scratch: ScratchRepository;
  let commits: string[];

  beforeAll(() => {
    git = localGit();
    scratch = randomHistory({ seed: 11, commits: 120 }).scratch;
    commits = scratch
      .git('rev-list', '--all')
      .split('\n')
      .filter((_, index) => index % 10 === 0);
  });

  afterAll(() => {
    git.close();
    scratch.remove();
  });

  function byGit(...args: string[]): string[] {
    return scratch
      .git('ls-tree', '-z', ...args)
      .split('\0')
      .filter(Boolean);
  }

  async function list(commit: string, path: string, recursive: boolean): Promise<string[]> {
    const { entries, total } = await treeEntries(git.context, {
      repo: scratch.repo,
      commit_id: commit,
      path,
      recursive,
    });
    expect(total).toBe(entries.length);
    return entries.map((entry) => `${entry.mode} ${entry.type} ${entry.id}\t${entry.path}`);
  }

  it('are listed like git ls-tree', async () => {
    for (const commit of commits) {
      expect(await list(commit, '', true)).toEqual(byGit('-r', '-t', commit));
      const top = await list(commit, '', false);
      const expected = byGit(commit);
      const kinds = [' tree ', ' blob ', ' commit '];
      expect(top).toEqual(kinds.flatMap((kind) => expected.filter((line) => line.slice(6).startsWith(kind))));
    }
  });

  it('are listed by folder and page', async () => {
    const commit = scratch.git('rev-parse', 'main');
    const top = await treeEntries(git.context, { repo: scratch.repo, commit_id: commit });
    const folder = top.entries.find((entry) => entry.type === 'tree')!;
    const inside = byGit(`${commit}:${folder.path}`).length;
    const page = await treeEntries(git.context, {
      repo: scratch.repo,
      commit_id: commit,
      path: `${folder.path}/`,
      limit: 1,
    });
    expect(page.total).toBe(inside);
    expect(page.entries).toHaveLength(1);
    expect(page.entries[0]!.path).toBe(`${folder.path}/${page.entries[0]!.name}`);
    const past = await treeEntries(git.context, { repo: scratch.repo, commit_id: commit, skip: 1000, limit: 20 });
    expect(past).toEqual({ entries: [], total: top.total });
  });

  it('are found and read one by one', async () => {
    for (const commit of commits) {
      for (const line of byGit('-r', commit)) {
        const [meta, path] = line.split('\t', 2) as [string, string];
        const [mode, type, id] = meta.split(' ');
        const full = line.slice(meta.length + 1);
        const entry = await treeEntry(git.context, { repo: scratch.repo, commit_id: commit, path: full });
        expect(entry).toEqual({ id, mode, type, path: full, name: full.split('/').at(-1) });
        if (type !== 'blob' || path !== full) continue;
        const file = await readFile(git.context, { repo: scratch.repo, commit_id: commit, path: full });
        expect(file.size).toBe(Number(scratch.git('cat-file', '-s', id!)));
        expect(file.data).toHaveLength(file.size);
        const small = await readFile(git.context, { repo: scratch.repo, commit_id: commit, path: full, max_bytes: 1 });
        expect(small.data).toBeNull();
      }
    }
  });

  it.each(['absent', 'src/absent', 'README.md/x', '../x', 'a\0b', 'src/../README.md', '.'])(
    'reports that %j does not exist',
    async (path) => {
      const input = { repo: scratch.repo, commit_id: scratch.git('rev-parse', 'main'), path };
      for (const read of [treeEntry, treeEntries, readFile]) {
        await expect(read(git.context, input)).rejects.toMatchObject({ reason: 'path_not_found' });
      }
    },
  );

  it('distinguishes files and folders', async () => {
    const input = { repo: scratch.repo, commit_id: scratch.git('rev-parse', 'main') };
    const { entries } = await treeEntries(git.context, input);
    const pathOf = (type: string): string => entries.find((entry) => entry.type === type)!.path;
    await expect(treeEntries(git.context, { ...input, path: pathOf('blob') })).rejects.toMatchObject({
      reason: 'path_not_found',
    });
    await expect(readFile(git.context, { ...input, path: pathOf('tree') })).rejects.toMatchObject({
      reason: 'path_not_found',
    });
  });

  it('lists nothing in a commit without files', async () => {
    const empty = scratch.gitWith({}, 'commit-tree', '-m', 'empty', '4b825dc642cb6eb9a060e54bf8d69288fbee4904');
    expect(await list(empty, '', true)).toEqual([]);
  });
});

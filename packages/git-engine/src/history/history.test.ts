import { type LocalGit, localGit } from '../testing/local-context';
import { generator, randomHistory } from '../testing/random-history';
import { ScratchRepository } from '../testing/scratch-repository';
import { countCommits } from './count-commits';
import { getCommits } from './get-commits';
import { lastCommitForPath } from './last-commit-for-path';
import { lastCommitsInFolder } from './last-commits-in-folder';
import { listCommits, type ListCommitsInput } from './list-commits';
import { aheadBehind, isAncestor, mergeBase } from './bases/merge-base';
import { mergedInto } from './bases/merged-into';
import { refsContaining } from './bases/refs-containing';

const kinds = [
  { seed: 1, commits: 350 },
  { seed: 2, commits: 350 },
  { seed: 8, commits: 300, skewedClock: true },
  { seed: 2, commits: 350, hasGraph: true },
  { seed: 8, commits: 300, skewedClock: true, hasGraph: true },
];

describe.each(kinds)('a generated history (seed $seed, commit graph: $hasGraph)', (options) => {
  let git: LocalGit;
  let scratch: ScratchRepository;
  let all: string[];
  let random: () => number;

  beforeAll(() => {
    git = localGit();
    scratch = randomHistory(options).scratch;
    all = scratch.git('rev-list', '--all').split('\n');
    if (options.hasGraph === true) writeGraph(scratch, all[Math.floor(all.length / 3)]!);
    random = generator(options.seed + 1000);
  });

  afterAll(() => {
    git.close();
    scratch.remove();
  });

  function some(): string {
    return all[Math.floor(random() * all.length)]!;
  }

  // git fails without output when there is no common ancestor.
  function basesByGit(ids: string[]): (string | null)[] {
    try {
      return scratch.git('merge-base', '--all', ...ids).split('\n');
    } catch {
      return [null];
    }
  }

  function lines(...args: string[]): string[] {
    return scratch
      .git('--literal-pathspecs', ...args)
      .split('\n')
      .filter(Boolean);
  }

  async function list(input: Omit<ListCommitsInput, 'repo' | 'limit'>): Promise<string[]> {
    const { commits, has_more } = await listCommits(git.context, { repo: scratch.repo, limit: 100_000, ...input });
    expect(has_more).toBe(false);
    return commits.map((commit) => commit.id);
  }

  it('is listed like git log', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const from = some();
      expect(await list({ from: [from] })).toEqual(lines('rev-list', from));
      expect(await list({ from: [from], first_parent: true })).toEqual(lines('rev-list', '--first-parent', from));
    }
    const tips = [some(), some(), some()];
    expect(await list({ from: tips })).toEqual(lines('rev-list', ...tips));
  });

  it('is listed from all branches and tags', async () => {
    const expected = lines('rev-list', '--branches', '--tags');
    expect((await list({ from: 'all' })).toSorted()).toEqual(expected.toSorted());
  });

  it('is listed without excluded commits', async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      const [a, b, c] = [some(), some(), some()];
      expect(await list({ from: [a], exclude: [b] })).toEqual(lines('rev-list', a, `^${b}`));
      expect(await list({ from: [a, b], exclude: [c] })).toEqual(lines('rev-list', a, b, `^${c}`));
    }
  });

  it('is listed between dates, both inclusive', async () => {
    const main = scratch.git('rev-parse', 'main');
    for (let turn = 0; turn < 10; turn += 1) {
      const [one, two] = [some(), some()].map((id) => Number(scratch.git('log', '-1', '--format=%ct', id)));
      const [since, until] = [Math.min(one!, two!), Math.max(one!, two!)];
      const dates = [`--max-age=${since}`, `--min-age=${until}`];
      expect(await list({ from: [main], since, until })).toEqual(lines('rev-list', ...dates, main));
      const other = some();
      const excluded = await list({ from: [main], exclude: [other], since, until });
      expect(excluded).toEqual(lines('rev-list', ...dates, main, `^${other}`));
    }
  });

  it('is listed by path, simplified like git log', async () => {
    const main = scratch.git('rev-parse', 'main');
    const paths = [
      'src',
      'src/main.c',
      'src/deep',
      'src/deep/er/one.txt',
      'docs/Über uns.md',
      'docs/quote".md',
      'link',
      'absent',
    ];
    for (const path of [...paths, 'line\nbreak', 'vendor/module', 'bin', 'docs/tab\tand space.md', 'src/*.c', '.']) {
      const from = random() < 0.5 ? main : some();
      const expected = path === '.' ? [] : lines('rev-list', from, '--', path);
      expect([path, await list({ from: [from], path })]).toEqual([path, expected]);
      const newest = await lastCommitForPath(git.context, { repo: scratch.repo, commit_id: from, path });
      expect(newest?.id).toBe(expected[0]);
      if (path === '.') continue;
      const first = await list({ from: [from], path, first_parent: true });
      expect([path, first]).toEqual([path, lines('rev-list', '--first-parent', from, '--', path)]);
      const other = some();
      const without = await list({ from: [from], exclude: [other], path });
      expect([path, without]).toEqual([path, lines('rev-list', from, `^${other}`, '--', path)]);
    }
  });

  it('has one walk for the last commits of a folder', async () => {
    const main = scratch.git('rev-parse', 'main');
    for (const folder of ['', 'src', 'src/deep', 'docs', 'bin']) {
      for (const commit_id of [main, some()]) {
        const listed = scratch.git('ls-tree', '-z', '--name-only', folder === '' ? main : `${main}:${folder}`, '--');
        const names = [...listed.split('\0').filter(Boolean), 'absent'];
        const found = await lastCommitsInFolder(git.context, { repo: scratch.repo, commit_id, path: folder, names });
        expect(found.map(({ name }) => name)).toEqual(names);
        for (const { name, commit_id: newest } of found) {
          const path = folder === '' ? name : `${folder}/${name}`;
          const expected = lines('rev-list', '-1', commit_id, '--', path)[0] ?? null;
          expect([path, newest]).toEqual([path, expected]);
        }
      }
    }
  });

  it('is paged', async () => {
    const main = scratch.git('rev-parse', 'main');
    const expected = lines('rev-list', main);
    for (const [skip, limit] of [
      [0, 20],
      [100, 20],
      [40, 7],
      [expected.length - 5, 20],
      [expected.length, 20],
      [0, 0],
    ] as const) {
      const page = await listCommits(git.context, { repo: scratch.repo, from: [main], skip, limit });
      expect(page.commits.map((commit) => commit.id)).toEqual(expected.slice(skip, skip + limit));
      expect(page.has_more).toBe(skip + limit < expected.length);
    }
  });

  it('begins with a revision, whose commit it names', async () => {
    const main = scratch.git('rev-parse', 'main');
    const input = { repo: scratch.repo, skip: 0, limit: 3 };
    const page = await listCommits(git.context, { ...input, from: { revision: 'main' } });
    expect(page).toMatchObject({ start_id: main, commits: [{ id: main }, {}, {}] });
    await expect(listCommits(git.context, { ...input, from: { revision: 'absent' } })).rejects.toMatchObject({
      reason: 'ref_not_found',
    });
  });

  it('is counted', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const tip = some();
      const expected = Number(scratch.git('rev-list', '--count', tip));
      expect(await countCommits(git.context, { repo: scratch.repo, tip, cap: 10 })).toEqual({
        count: Math.min(10, expected),
      });
      // On top of a counted commit only new commits are counted; wrong dates can make that inexact,
      // as in git itself.
      if (options.skewedClock === true) continue;
      expect(await countCommits(git.context, { repo: scratch.repo, tip })).toEqual({ count: expected });
    }
  });

  it('has the merge bases that git finds', async () => {
    for (let turn = 0; turn < 60; turn += 1) {
      const ids = turn % 3 === 0 ? [some(), some(), some()] : [some(), some()];
      const { id } = await mergeBase(git.context, { repo: scratch.repo, ids });
      expect(basesByGit(ids)).toContain(id);
    }
  });

  it('finds ancestors and counts ahead and behind', async () => {
    const main = scratch.git('rev-parse', 'main');
    const under = new Set(lines('rev-list', main));
    for (let turn = 0; turn < 30; turn += 1) {
      const [left, right] = [some(), some()];
      const below = new Set(lines('rev-list', right));
      const result = await isAncestor(git.context, { repo: scratch.repo, ancestor: left, descendant: right });
      expect(result).toEqual({ is_ancestor: below.has(left) });
      const [ahead, behind] = [`${right}..${left}`, `${left}..${right}`].map(
        (range) => lines('rev-list', range).length,
      );
      expect(await aheadBehind(git.context, { repo: scratch.repo, left, right })).toEqual({ ahead, behind });
    }
    const { merged } = await mergedInto(git.context, { repo: scratch.repo, tip: main, ids: all });
    expect(merged).toEqual(all.filter((id) => under.has(id)));
    const older = all[Math.floor(all.length / 2)]!;
    const part = new Set(lines('rev-list', older));
    const some20 = Array.from({ length: 20 }, some);
    const result = await mergedInto(git.context, { repo: scratch.repo, tip: older, ids: some20 });
    expect(result.merged).toEqual(some20.filter((id) => part.has(id)));
  });

  it('finds the refs that contain a commit', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const id = some();
      const { refs, total } = await refsContaining(git.context, { repo: scratch.repo, commit_id: id, type: 'all' });
      const expected = lines('for-each-ref', '--format=%(refname:short)', `--contains=${id}`, 'refs/heads');
      expect(refs.map((ref) => ref.name)).toEqual(expected);
      expect(total).toBe(expected.length);
    }
  });

  it('finds the refs that contain a commit again after a ref has changed', async () => {
    const id = some();
    const namesOf = async (): Promise<string[]> => {
      const input = { repo: scratch.repo, commit_id: id, type: 'branch' } as const;
      return (await refsContaining(git.context, input)).refs.map(({ name }) => name);
    };
    const before = await namesOf();
    scratch.git('branch', 'zz-another', id);
    expect(await namesOf()).toEqual([...before, 'zz-another']);
    scratch.git('branch', '-D', 'zz-another');
    expect(await namesOf()).toEqual(before);
  });

  it('reads commits unchanged', async () => {
    const format = '%H%x00%T%x00%P%x00%an%x00%ae%x00%at%x00%cn%x00%ce%x00%ct%x00%B';
    const ids = Array.from({ length: 10 }, some);
    const commits = await getCommits(git.context, { repo: scratch.repo, ids });
    commits.forEach((commit, index) => {
      const { author, committer } = commit!;
      const fields = [
        commit!.id,
        commit!.tree_id,
        commit!.parent_ids.join(' '),
        author.name,
        author.email,
        String(author.seconds),
      ];
      fields.push(committer.name, committer.email, String(committer.seconds), commit!.message);
      expect(fields.join('\0').trimEnd()).toBe(scratch.git('log', '-1', `--format=${format}`, ids[index]!).trimEnd());
      if (commit!.parent_ids.length < 2) expect([author.zone, committer.zone]).toEqual(['+0230', '-0700']);
    });
  });
});

/** Writes a graph of two layers, of which the first ends at a commit; some commits are in none. */
function writeGraph(scratch: ScratchRepository, commitId: string): void {
  const write = (ids: string) =>
    scratch.gitWith(
      { input: `${ids}\n` },
      'commit-graph',
      'write',
      '--stdin-commits',
      '--changed-paths',
      '--split=no-merge',
    );
  write(commitId);
  write(scratch.git('rev-parse', 'main~20'));
}

describe('counting', () => {
  it('works incrementally over pushes and branches', async () => {
    const git = localGit();
    const scratch = new ScratchRepository();
    for (let i = 1; i <= 5; i += 1) {
      const tip = scratch.commit(`c${i}`);
      expect(await countCommits(git.context, { repo: scratch.repo, tip })).toEqual({ count: i });
    }
    scratch.git('checkout', '-q', '-b', 'side', 'HEAD~3');
    scratch.commit('s1');
    scratch.git('merge', '-q', '--no-ff', '-m', 'merge', 'main');
    const tip = scratch.git('rev-parse', 'HEAD');
    expect(await countCommits(git.context, { repo: scratch.repo, tip })).toEqual({ count: 7 });
    git.close();
    scratch.remove();
  });
});

describe('missing objects', () => {
  it('are reported', async () => {
    const git = localGit();
    const scratch = new ScratchRepository();
    const first = scratch.commit('one', { a: '1' });
    const other = scratch.gitWith({}, 'commit-tree', '-m', 'unrelated', `${first}^{tree}`);
    const { repo } = scratch;
    const absent = '1'.repeat(40);
    await expect(listCommits(git.context, { repo, from: [absent], limit: 5 })).rejects.toMatchObject({
      reason: 'object_not_found',
    });
    await expect(listCommits(git.context, { repo, from: ['main\nHEAD'], limit: 5 })).rejects.toMatchObject({
      reason: 'object_not_found',
    });
    await expect(mergeBase(git.context, { repo, ids: [first, absent] })).rejects.toMatchObject({
      reason: 'object_not_found',
    });
    expect(await mergeBase(git.context, { repo, ids: [first, other] })).toEqual({ id: null });
    expect(
      await getCommits(git.context, { repo, ids: [absent, first, `${scratch.git('rev-parse', `${first}^{tree}`)}`] }),
    ).toMatchObject([null, { id: first }, null]);
    git.close();
    scratch.remove();
  });
});

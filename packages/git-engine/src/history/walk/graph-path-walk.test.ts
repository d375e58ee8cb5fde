import { type LocalGit, localGit } from '../../testing/local-context';
import { generator, randomHistory } from '../../testing/random-history';
import type { ScratchRepository } from '../../testing/scratch-repository';
import { listCommits, type ListCommitsInput } from '../list-commits';

const paths = ['src', 'src/main.c', 'src/deep/er/one.txt', 'bin/run.sh', 'vendor/module', 'link', 'absent'];

describe.each([
  { seed: 41, commits: 400, skewedClock: false },
  { seed: 42, commits: 400, skewedClock: true },
])('histories of paths in the commit graph (seed $seed, skewed clock: $skewedClock)', (options) => {
  let git: LocalGit;
  let scratch: ScratchRepository;
  let all: string[];
  let some: () => string;

  beforeAll(() => {
    git = localGit();
    scratch = randomHistory(options).scratch;
    all = scratch.git('rev-list', '--all').split('\n');
    const random = generator(options.seed);
    some = () => all[Math.floor(random() * all.length)]!;
    // Two layers, which contain all commits.
    const layer = ['commit-graph', 'write', '--reachable', '--changed-paths', '--split=no-merge'];
    scratch.gitWith({ input: `${some()}\n` }, ...layer.map((arg) => (arg === '--reachable' ? '--stdin-commits' : arg)));
    scratch.git(...layer);
  });
  afterAll(() => {
    git.close();
    scratch.remove();
  });

  async function expectAsGit(query: Omit<ListCommitsInput, 'repo' | 'limit'>, args: string[]): Promise<void> {
    const from = query.from as string[];
    const expected = scratch
      .git('rev-list', ...args, ...from, '--', query.path!)
      .split('\n')
      .filter(Boolean);
    const read = async (skip: number, limit: number) => {
      const page = await listCommits(git.context, { repo: scratch.repo, ...query, skip, limit });
      return page.commits.map(({ id }) => id);
    };
    const pages = [await read(0, 3), await read(3, 4), await read(7, 1000)];
    expect([query, pages.flat()]).toEqual([query, expected]);
  }

  it('are those of git', async () => {
    const main = scratch.git('rev-parse', 'main');
    for (const path of paths) {
      await expectAsGit({ from: [main], path }, []);
      await expectAsGit({ from: [some(), some(), some()], path }, []);
      await expectAsGit({ from: [main], path, first_parent: true }, ['--first-parent']);
    }
  });

  it('are those of git between dates', async () => {
    const main = scratch.git('rev-parse', 'main');
    for (const path of paths) {
      const dates = [some(), some()].map((id) => Number(scratch.git('log', '-1', '--format=%ct', id)));
      const [since, until] = dates.toSorted((a, b) => a - b);
      await expectAsGit({ from: [main], path, since, until }, [`--max-age=${since}`, `--min-age=${until}`]);
    }
  });

  it('continue from newer commits, and below walks of the same path', async () => {
    const main = scratch.git('rev-parse', 'main');
    const tree = `${main}^{tree}`;
    let newer = main;
    for (const path of ['src', 'bin/run.sh', 'absent']) {
      newer = scratch.gitWith({}, 'commit-tree', '-p', newer, '-p', some(), '-m', 'newer', tree);
      await expectAsGit({ from: [newer], path }, []);
      newer = scratch.gitWith({}, 'commit-tree', '-p', newer, '-m', 'newest', `${some()}^{tree}`);
      await expectAsGit({ from: [newer], path }, []);
    }
  });
});

import { type LocalGit, localGit } from '../../testing/local-context';
import { randomHistory } from '../../testing/random-history';
import type { ScratchRepository } from '../../testing/scratch-repository';
import { listCommits } from '../list-commits';
import { mergedInto } from '../bases/merged-into';

describe.each([{ seed: 31 }, { seed: 32 }, { seed: 33 }])(
  'walks from older and younger commits in turn (seed $seed)',
  ({ seed }) => {
    let git: LocalGit;
    let scratch: ScratchRepository;

    beforeEach(() => {
      git = localGit();
      scratch = randomHistory({ seed, commits: 200 }).scratch;
    });

    afterEach(() => {
      git.close();
      scratch.remove();
    });

    it.each([{}, { path: 'src' }, { first_parent: true }])('agree with git (%j)', async (filter) => {
      const args = [
        ...(filter.first_parent === true ? ['--first-parent'] : []),
        'TIP',
        ...(filter.path ? ['--', filter.path] : []),
      ];
      const tips = scratch.git('rev-list', '--first-parent', 'main').split('\n').reverse();
      for (const [index, tip] of tips.entries()) {
        const expected = scratch
          .git('rev-list', ...args.map((arg) => (arg === 'TIP' ? tip : arg)))
          .split('\n')
          .filter(Boolean);
        // Some are walked to their end, others only for one or two pages.
        for (const [skip, limit] of index % 3 === 0
          ? [[0, 1000]]
          : [
              [0, 5],
              [5, 15],
              [20, 1],
            ]) {
          const page = await listCommits(git.context, {
            repo: scratch.repo,
            from: [tip],
            skip,
            limit: limit!,
            ...filter,
          });
          expect(page.commits.map((commit) => commit.id)).toEqual(expected.slice(skip!, skip! + limit!));
          expect(page.has_more).toBe(expected.length > skip! + limit!);
        }
      }
    });

    it('find merged commits', async () => {
      const all = scratch.git('rev-list', '--all').split('\n');
      for (const tip of scratch.git('rev-list', '--first-parent', 'main').split('\n').reverse()) {
        const under = new Set(scratch.git('rev-list', tip).split('\n'));
        const { merged } = await mergedInto(git.context, { repo: scratch.repo, tip, ids: all });
        expect(merged).toEqual(all.filter((id) => under.has(id)));
      }
    });
  },
);

import fc from 'fast-check';
import { commitActions } from './commits/commit-actions';
import { checkPath } from './path-rules';
import { createTestRepository, runGitSync, type TestRepository } from './test-repository';

let test: TestRepository;
beforeAll(async () => {
  test = await createTestRepository();
});
afterAll(() => test.close());

const ann = { name: 'Ann', email: 'ann@example.com', time: 1 };
const parts = [
  '.git',
  '.GIT',
  'git~1',
  '.',
  '..',
  '...',
  '~',
  ':',
  '\\',
  ' ',
  '\u200d',
  'a',
  'B',
  'é',
  '\n',
  '-',
  '.gitignore',
  'x.git',
];
const component = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 2 })), { maxLength: 3 })
  .map((list) => list.join(''));
const path = fc.array(component, { minLength: 1, maxLength: 4 }).map((list) => list.join('/'));

function accepted(text: string): boolean {
  try {
    checkPath(text);
    return true;
  } catch {
    return false;
  }
}

describe('paths', () => {
  it('that are accepted form valid trees with unchanged names', async () => {
    const property = fc.asyncProperty(fc.uniqueArray(path, { minLength: 1, maxLength: 5 }), async (paths) => {
      const free = paths.filter(accepted).filter((one, _, all) => !all.some((other) => one.startsWith(`${other}/`)));
      const actions = free.map((file_path) => ({
        action: 'create' as const,
        file_path,
        content: Buffer.from(file_path),
      }));
      const input = { repo: test.repo, base_commit: null, actions, message: 'm', author: ann, committer: ann };
      const { commit_id } = await commitActions({ readObject: test.readObject }, input);
      runGitSync(test.repo, ['fsck', '--strict', '--no-dangling', commit_id]);
      const listed = test.git('ls-tree', '-r', '-z', '--name-only', commit_id).split('\0').filter(Boolean);
      expect(listed.sort()).toEqual([...free].map((text) => Buffer.from(text).toString()).sort());
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

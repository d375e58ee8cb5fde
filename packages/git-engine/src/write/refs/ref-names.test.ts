import fc from 'fast-check';
import { runSync } from '@forgemesh/testing/shell';
import { gitEnvironment } from '../../storage/git-environment';
import { isValidBranchName, isValidRefName, isValidTagName } from './ref-names';

/** Whether git accepts each of the names; all are checked by one shell. */
function gitAccepts(names: string[], option = ''): boolean[] {
  const script = `for name; do git check-ref-format ${option} "$name" > /dev/null 2>&1; echo $?; done`;
  const args = ['-c', script, 'sh', ...names];
  const { stdout } = runSync({ program: 'sh', args, cwd: '/', env: gitEnvironment() });
  const codes = stdout.toString().trim().split('\n');
  expect(codes).toHaveLength(names.length);
  return codes.map((code) => code === '0');
}

const awkward = [
  '/',
  '//',
  '.',
  '..',
  '.lock',
  '@',
  '@{',
  '{',
  '}',
  '~',
  '^',
  ':',
  '?',
  '*',
  '[',
  ']',
  '\\',
  ' ',
  '\t',
  '\x7f',
  '-',
  '"',
  'é',
  '漢',
];
const namePart = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({ maxLength: 3 }),
  fc.constantFrom('a', 'main', 'HEAD', 'refs'),
);
const name = fc
  .array(namePart, { maxLength: 6 })
  .map((parts) => parts.join(''))
  // A process argument can contain neither a NUL byte nor half a surrogate pair.
  .filter((text) => !text.includes('\0'));
const NAMES_PER_RUN = 50;
const namesOf = (one: fc.Arbitrary<string>) => fc.array(one, { minLength: NAMES_PER_RUN, maxLength: NAMES_PER_RUN });

describe('ref names', () => {
  it.each([
    ...[
      'refs/heads/main',
      'refs/heads/a/b.c',
      'refs/heads/@',
      'refs/heads/a@b',
      'refs/heads/-x',
      'refs/x',
      'refs/heads/a.locks',
    ],
    ...[
      'refs/heads/',
      'refs/heads//a',
      'refs/heads/.a',
      'refs/heads/a.',
      'refs/heads/a.lock',
      'refs/heads/a.lock/b',
      'refs',
    ],
    ...[
      'refs/heads/a..b',
      'refs/heads/a b',
      'refs/heads/a~1',
      'refs/heads/@{u}',
      'refs/heads/a\\b',
      'refs/heads/a\x7f',
      'refs/heads/é',
    ],
  ])('%j is validated like in git', (full) => {
    expect([isValidRefName(full)]).toEqual(gitAccepts([full]));
  });

  it('match git for arbitrary strings', () => {
    fc.assert(
      fc.property(namesOf(name), (texts) => {
        const full = texts.map((text) => `refs/heads/${text}`);
        expect(full.map(isValidRefName)).toEqual(gitAccepts(full));
      }),
      { numRuns: 600 / NAMES_PER_RUN },
    );
  });

  it('match git for branches', () => {
    fc.assert(
      // `@{-1}` refers to git's checkout history, it is not a name.
      fc.property(namesOf(name.filter((text) => !text.startsWith('@{'))), (texts) =>
        expect(texts.map(isValidBranchName)).toEqual(gitAccepts(texts, '--branch')),
      ),
      { numRuns: 300 / NAMES_PER_RUN },
    );
  });

  it('refuse look-alikes', () => {
    for (const text of ['HEAD', '-b', '', '\ud800', 'x'.repeat(251), 'a/'.repeat(600) + 'b']) {
      expect([isValidBranchName(text), isValidTagName(text)]).toEqual([false, false]);
    }
    expect(isValidRefName('HEAD')).toBe(false);
    expect(isValidRefName('refs/heads/a\nb')).toBe(false);
    expect(isValidTagName('v1.0')).toBe(true);
  });
});

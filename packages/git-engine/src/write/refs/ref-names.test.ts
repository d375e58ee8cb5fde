import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { gitEnvironment } from '../../storage/git-environment';
import { isValidBranchName, isValidRefName, isValidTagName } from './ref-names';

function gitAccepts(...args: string[]): boolean {
  return spawnSync('git', ['check-ref-format', ...args], { env: gitEnvironment() }).status === 0;
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
    expect(isValidRefName(full)).toBe(gitAccepts(full));
  });

  it('match git for arbitrary strings', () => {
    fc.assert(
      fc.property(name, (text) => isValidRefName(`refs/heads/${text}`) === gitAccepts(`refs/heads/${text}`)),
      { numRuns: 600 },
    );
  });

  it('match git for branches', () => {
    fc.assert(
      // `@{-1}` refers to git's checkout history, it is not a name.
      fc.property(
        name.filter((text) => !text.startsWith('@{')),
        (text) => isValidBranchName(text) === gitAccepts('--branch', text),
      ),
      { numRuns: 300 },
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

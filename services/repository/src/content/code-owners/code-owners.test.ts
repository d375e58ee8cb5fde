import fc from 'fast-check';
import { compileCodeOwners, findCodeOwners } from './find-code-owners';
import { compilePattern, matchesPath } from '#content';
import { MAX_ENTRIES, parseCodeOwners } from './parse-code-owners';

describe('matchesPath', () => {
  it.each([
    ['*', 'a', true],
    ['*', 'a/b/.c', true],
    ['*.rb', 'a/b.rb', true],
    ['*.rb', 'a/b.rbx', false],
    ['/*.rb', 'b.rb', true],
    ['/*.rb', 'a/b.rb', false],
    ['docs/', 'docs/a/b', true],
    ['docs/', 'x/docs/a', true],
    ['/docs/', 'x/docs/a', false],
    ['docs/', 'docs', false],
    ['/docs/*', 'docs/a', true],
    ['/docs/*', 'docs/a/b', false],
    ['docs', 'docs/a', false],
    ['README', 'x/README', true],
    ['/a/**/b', 'a/b', true],
    ['/a/**/b', 'a/x/y/b', true],
    ['/a/**/b', 'a/x/b/c', false],
    ['/a/**', 'a/x', true],
    ['/a/**', 'a/x/y', false],
    ['file?.[ch]', 'file1.c', true],
    ['file?.[ch]', 'file.c', false],
    ['[!a-c]x', 'dx', true],
    ['[!a-c]x', 'bx', false],
    ['\\*', '*', true],
    ['\\*', 'x', false],
    ['with space', 'with space', true],
    ['/', 'a/b', true],
  ])('pattern %s, path %s: %s', (pattern, path, expected) => {
    expect(matchesPath(compilePattern(pattern), path)).toBe(expected);
  });

  it('matches stars like a regular expression', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 8, minLength: 1 });
    fc.assert(
      fc.property(text, text, (path, pattern) => {
        const expression = pattern.replace(/\./g, '\\.').replace(/\*+/g, '.*');
        expect(matchesPath(compilePattern(`/${pattern}`), path)).toBe(
          pattern === '**' || new RegExp(`^${expression}$`).test(path),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('ends for patterns that take long with backtracking', () => {
    expect(matchesPath(compilePattern(`${'*a'.repeat(400)}b`), 'a'.repeat(4000))).toBe(false);
    expect(matchesPath(compilePattern(`${'**/a/'.repeat(200)}b`), 'a/'.repeat(2000))).toBe(false);
  });
});

describe('parseCodeOwners', () => {
  it('reads patterns and owners', () => {
    const [section] = parseCodeOwners(
      ['# comment', '', '*.rb @Ann @team/Sub mail@Example.com # @nobody', 'with\\ space @ann', '\\#x @b', '*.md'].join(
        '\n',
      ),
    );
    expect(section).toMatchObject({ name: 'codeowners', is_optional: false, approvals_required: 1 });
    expect(section?.entries).toEqual([
      { pattern: '*.rb', names: ['ann', 'team/sub'], emails: ['mail@example.com'], is_exclusion: false },
      { pattern: 'with space', names: ['ann'], emails: [], is_exclusion: false },
      { pattern: '#x', names: ['b'], emails: [], is_exclusion: false },
      { pattern: '*.md', names: [], emails: [], is_exclusion: false },
    ]);
  });

  it('reads sections with default owners', () => {
    const sections = parseCodeOwners(
      ['[Docs] @writers', '*.md', '/api/ @ann', '^[Tests][2]', 'test/ @qa', '[docs][3]', '*.txt @ben'].join('\n'),
    );
    expect(sections).toMatchObject([
      {
        name: 'Docs',
        is_optional: false,
        approvals_required: 3,
        entries: [{ names: ['writers'] }, { names: ['ann'] }, { names: ['ben'] }],
      },
      { name: 'Tests', is_optional: true, approvals_required: 2, entries: [{ names: ['qa'] }] },
    ]);
  });

  it('bounds entries and owners, and survives any text', () => {
    const many = Array.from({ length: MAX_ENTRIES + 5 }, (_, index) => `file${index} @a`).join('\n');
    expect(parseCodeOwners(many)[0]?.entries).toHaveLength(MAX_ENTRIES);
    const owners = Array.from({ length: 200 }, (_, index) => `@user${index}`).join(' ');
    expect(parseCodeOwners(`* ${owners}`)[0]?.entries[0]?.names).toHaveLength(50);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void compileCodeOwners(parseCodeOwners(text))));
  });
});

describe('findCodeOwners', () => {
  const owners = compileCodeOwners(
    parseCodeOwners(
      ['* @all', '*.md @docs', '/free.md', '!*.lock', '[Second]', 'a/ @second', '^[Third]', '*.md @third'].join('\n'),
    ),
  );
  const found = async (...paths: string[]) =>
    (await findCodeOwners(owners, paths)).map(({ section, pattern }) => `${section}: ${pattern}`);

  it('takes the last match of each section', async () => {
    expect(await found('x.md')).toEqual(['codeowners: *.md', 'Third: *.md']);
    expect(await found('a/x')).toEqual(['codeowners: *', 'Second: a/']);
    expect(await found('a/x', 'b.md')).toEqual(['codeowners: *', 'codeowners: *.md', 'Second: a/', 'Third: *.md']);
  });

  it('leaves out files without owners', async () => {
    expect(await found('free.md')).toEqual(['Third: *.md']);
    expect(await found('x.lock')).toEqual([]);
    expect(await found()).toEqual([]);
  });

  it('takes all entries for too many paths', async () => {
    expect(await findCodeOwners(owners, null)).toHaveLength(4);
  });
});

import { referencesIn } from './parse-references';
import { proseOf } from './prose';

const base = 'https://forge.example';

/** References as `kind path name`. */
function named(text: string): string[] {
  return referencesIn(proseOf(text), base).map(({ kind, path, name }) => [kind, path, name].filter(Boolean).join(' '));
}

describe('referencesIn', () => {
  it.each([
    ['see #1, !2 and &3.', ['issue 1', 'merge_request 2', 'epic 3']],
    ['(group/sub.group/my-project#12)', ['issue group/sub.group/my-project 12']],
    ['project!4 and group&5', ['merge_request project 4', 'epic group 5']],
    ['#1a ##1 x\\#1 &#39; 10%off é#1', []],
    ['~bug ~"two words" ~key::value. ~~struck~~', ['label bug', 'label two words', 'label key::value']],
    [
      '%1 %"My release" %v1.0. 100% a/b%2',
      ['milestone 1', 'milestone My release', 'milestone v1.0', 'milestone a/b 2'],
    ],
    ['@ann, ann@example.com and -@bob.', ['user ann', 'user bob']],
    ['fixed in abc1234. not in 1234567 or effacing', ['commit abc1234']],
    ['a/b@abc1234 abc1234/x abc1234-x', ['commit a/b abc1234']],
    [`${base}/group/project/-/issues/7#note_1 #2`, ['issue group/project 7', 'issue 2']],
    [`${base}/a/b/merge_requests/8/diffs, ${base}/groups/a/-/epics/9.`, ['merge_request a/b 8', 'epic a 9']],
    [
      `${base}/a/b/-/commit/abc1234 ${base}/a/b/-/issues/new http://other.example/a/b/-/issues/7#1`,
      ['commit a/b abc1234'],
    ],
    ['`#1` ``#2 ` #3`` #4', ['issue 4']],
    ['```\n#1\n```\n\n    #2\n\n- a\n\n    #3\n<!-- #4 --> #5', ['issue 3', 'issue 5']],
  ])('reads %j', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it('returns the written text and its position', () => {
    expect(referencesIn('by a/b~"two words"')).toEqual([
      { kind: 'label', path: 'a/b', name: 'two words', is_quoted: true, text: 'a/b~"two words"', index: 3 },
    ]);
  });

  it('takes linear time for any text', () => {
    const started = process.cpuUsage();
    const pieces = [
      'a',
      'a/',
      '#',
      'a#',
      '#1 ',
      '~"',
      '@',
      'abcdef0',
      'http://',
      ' http://a',
      '&',
      '`',
      '    #1\n',
      '.-',
      '%a',
    ];
    for (const piece of pieces) referencesIn(proseOf(piece.repeat(Math.floor(300_000 / piece.length))), base);
    // Measures CPU time, because other processes may use the machine.
    expect(process.cpuUsage(started).user).toBeLessThan(10_000_000);
  });
});

import type { DiffEntry } from '#api/types';
import { pairRows, parseFile } from './parse-diff';

function entry(diff: string, more: Partial<DiffEntry> = {}): DiffEntry {
  return {
    diff,
    old_path: 'a.txt',
    new_path: 'a.txt',
    a_mode: '100644',
    b_mode: '100644',
    new_file: false,
    renamed_file: false,
    deleted_file: false,
    ...more,
  };
}

const changed =
  '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,4 @@ title\n one\n-two\n+2\n+2b\n three\n\\ No newline at end of file\n';

describe('parseFile', () => {
  it('numbers the lines of both sides', () => {
    const { rows, added, removed } = parseFile(entry(changed));
    expect([added, removed]).toEqual([2, 1]);
    expect(rows).toEqual([
      { type: 'hunk', text: '@@ -1,3 +1,4 @@ title' },
      { type: 'context', text: 'one', oldLine: 1, newLine: 1 },
      { type: 'removed', text: 'two', oldLine: 2 },
      { type: 'added', text: '2', newLine: 2 },
      { type: 'added', text: '2b', newLine: 3 },
      { type: 'context', text: 'three', oldLine: 3, newLine: 4 },
      { type: 'note', text: 'No newline at end of file' },
    ]);
  });

  it('takes lines that look like file names as content within a hunk', () => {
    const { rows } = parseFile(entry('@@ -1,2 +1,2 @@\n--- a\n+++ b\n'));
    expect(rows.map(({ type, text }) => [type, text])).toEqual([
      ['hunk', '@@ -1,2 +1,2 @@'],
      ['removed', '-- a'],
      ['added', '++ b'],
    ]);
  });

  it('recognizes binary and empty files', () => {
    expect(parseFile(entry('Binary files a/a.png and b/a.png differ\n')).isBinary).toBe(true);
    expect(parseFile(entry('')).rows).toEqual([]);
  });
});

describe('pairRows', () => {
  it('puts replaced lines side by side', () => {
    const pairs = pairRows(parseFile(entry(changed)).rows);
    expect(pairs.map(({ left, right }) => [left?.text, right?.text])).toEqual([
      ['@@ -1,3 +1,4 @@ title', '@@ -1,3 +1,4 @@ title'],
      ['one', 'one'],
      ['two', '2'],
      [undefined, '2b'],
      ['three', 'three'],
      ['No newline at end of file', 'No newline at end of file'],
    ]);
  });
});

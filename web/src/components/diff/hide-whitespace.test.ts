import type { DiffEntry } from '#api/types';
import { hideWhitespaceChanges } from './hide-whitespace';
import { parseFile, type DiffRow, type ParsedFile } from './parse-diff';

function fileOf(...lines: string[]): ParsedFile {
  const entry: DiffEntry = {
    diff: lines.map((line) => `${line}\n`).join(''),
    old_path: 'a.txt',
    new_path: 'a.txt',
    a_mode: '100644',
    b_mode: '100644',
    new_file: false,
    renamed_file: false,
    deleted_file: false,
  };
  return parseFile(entry);
}

const shapeOf = ({ rows }: ParsedFile): [string, string][] => rows.map(({ type, text }) => [type, text]);

describe('hideWhitespaceChanges', () => {
  const file = fileOf(
    '@@ -1,4 +1,5 @@',
    ' start',
    '-if (a) {',
    '-  b()',
    '-}',
    '+if (a)',
    '+{',
    '+    b ( )',
    '+}',
    '@@ -20,2 +21,2 @@',
    '-\tindented',
    '+  indented',
    ' end',
  );

  it('shows lines that differ in whitespace as unchanged, and leaves out hunks without other changes', () => {
    const shown = hideWhitespaceChanges(file);
    expect(shapeOf(shown)).toEqual([
      ['hunk', '@@ -1,4 +1,5 @@'],
      ['context', 'start'],
      ['removed', 'if (a) {'],
      ['added', 'if (a)'],
      ['added', '{'],
      ['context', '    b ( )'],
      ['context', '}'],
    ]);
    expect([shown.added, shown.removed]).toEqual([2, 1]);
    expect(shown.rows.at(-1)).toMatchObject({ oldLine: 4, newLine: 5, isWhitespaceChange: true });
  });

  it('has no rows if nothing else was changed', () => {
    expect(hideWhitespaceChanges(fileOf('@@ -1 +1 @@', '-a', '+ a')).rows).toEqual([]);
  });

  it('keeps the blocks of rows that have to stay, such as those with threads', () => {
    const hasThread = (row: DiffRow): boolean => row.type === 'removed' && row.oldLine === 20;
    expect(shapeOf(hideWhitespaceChanges(file, hasThread)).slice(-4)).toEqual([
      ['hunk', '@@ -20,2 +21,2 @@'],
      ['removed', '\tindented'],
      ['added', '  indented'],
      ['context', 'end'],
    ]);
  });
});

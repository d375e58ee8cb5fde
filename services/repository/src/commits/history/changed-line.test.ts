import { changesLine, keepsLine, movedLine } from './changed-line';

const diff = [
  '--- a/a.txt',
  '+++ b/a.txt',
  '@@ -1,3 +1,3 @@ head',
  ' one',
  '-two',
  '+TWO',
  ' three',
  '@@ -20 +20,2 @@',
  '--- twenty',
  '+++ twenty',
  '+more',
  '\\ No newline at end of file',
].join('\n');

describe('lines of a diff', () => {
  it.each([
    [2, 'new', true],
    [2, 'old', true],
    [1, 'new', false],
    [3, 'old', false],
    [20, 'old', true],
    [20, 'new', true],
    [21, 'new', true],
    [21, 'old', false],
    [0, 'new', false],
  ])('%d %s', (line, line_type, found) => {
    expect(changesLine(diff, { line, line_type })).toBe(found);
  });

  it.each([
    [1, true],
    [2, false],
    [3, true],
    [4, true],
    [20, false],
    [21, true],
  ])('%d is unchanged: %s', (line, isUnchanged) => {
    expect(keepsLine(diff, line)).toBe(isUnchanged);
  });

  it.each([
    [1, 1],
    [2, null],
    [3, 3],
    [4, 4],
    [20, null],
    [21, 22],
  ])('%d becomes %s', (line, moved) => {
    expect(movedLine(diff, line)).toBe(moved);
  });
});

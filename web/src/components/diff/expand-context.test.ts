import type { DiffEntry } from '#api/types';
import { expandable, expandRows, type LineSpan } from './expand-context';
import { parseFile } from './parse-diff';

const file = parseFile({
  diff: '@@ -10,3 +10,4 @@\n ten\n-eleven\n+11\n+11a\n twelve\n@@ -60,2 +61,2 @@\n-sixty\n+60\n last\n',
} as DiffEntry);
const lines = Array.from({ length: 80 }, (_, index) => `line ${index + 1}`);

/** The rows in a short form: numbers of lines, and the hidden ones. */
function rowsOf(shown: LineSpan[], content: string[] | undefined = lines): string[] {
  return expandRows(file, shown, content).map(({ type, oldLine, newLine, hidden }) =>
    type === 'hunk' ? `hidden ${hidden?.from}-${hidden?.to ?? ''}` : `${oldLine ?? ''}:${newLine ?? ''}`,
  );
}

const [first, second] = [
  ['10:10', '11:', ':11', ':12', '12:13'],
  ['60:', ':61', '61:62'],
];

describe('expandRows', () => {
  it('tells which lines are hidden', () => {
    const before = ['hidden 1-9', ...first, 'hidden 14-60', ...second];
    expect(rowsOf([], undefined)).toEqual([...before, 'hidden 63-']);
    expect(rowsOf([])).toEqual([...before, 'hidden 63-80']);
  });

  it('adds lines with the numbers of both sides', () => {
    expect(rowsOf([{ from: 8, to: 9 }])).toEqual([
      'hidden 1-7',
      '8:8',
      '9:9',
      ...first,
      'hidden 14-60',
      ...second,
      'hidden 63-80',
    ]);
    const all = rowsOf([
      { from: 14, to: 15 },
      { from: 60, to: 90 },
    ]);
    expect(all.slice(6, 10)).toEqual(['13:14', '14:15', 'hidden 16-59', '59:60']);
    expect(all.at(-1)).toBe('79:80');
  });
});

describe('expandable', () => {
  it.each([
    [{ from: 1, to: 9 }, { all: { from: 1, to: 9 } }],
    [{ from: 1, to: 100 }, { above: { from: 81, to: 100 } }],
    [
      { from: 14, to: 60 },
      { above: { from: 41, to: 60 }, below: { from: 14, to: 33 } },
    ],
    [{ from: 63, to: undefined }, { below: { from: 63, to: 82 } }],
  ])('offers parts of %j', (hidden, parts) => {
    expect(expandable(hidden)).toEqual(parts);
  });
});

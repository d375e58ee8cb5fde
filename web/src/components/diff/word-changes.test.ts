import { changedWords } from './word-changes';

/** The changed parts of a text. */
function partsOf(text: string, other: string): string[] | undefined {
  return changedWords(text, other)?.map(({ start, end }) => text.slice(start, end));
}

describe('changedWords', () => {
  it.each([
    ['const a = 1;', 'const b = 1;', ['a']],
    ['  return total;', 'return total;', ['  ']],
    ['same', 'same', []],
    ['call(one, two)', 'call(one)', [', two']],
    ['entirely different', 'nothing alike here', undefined],
    [`a${' b'.repeat(300)}`, 'a', undefined],
  ])('finds the words of %j beside %j', (text, other, parts) => {
    expect(partsOf(text, other)).toEqual(parts);
  });
});

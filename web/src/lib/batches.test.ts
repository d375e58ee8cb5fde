import { batchesOf } from './batches';

const split = (texts: string[], maxCount: number, maxBytes: number): string[][] =>
  batchesOf(
    texts.map((text) => ({ text })),
    { maxCount, maxBytes },
  ).map((batch) => batch.map(({ text }) => text));

describe('batchesOf', () => {
  it('is one request for all texts of a page', () => {
    const comments = Array.from({ length: 13 }, (_, index) => `Comment ${index}`);
    expect(split(comments, 100, 8_000_000)).toEqual([comments]);
  });

  it.each([
    [[], 2, 9, []],
    [['a', 'b', 'c'], 2, 9, [['a', 'b'], ['c']]],
    [['aaa', 'bbb', 'c'], 9, 4, [['aaa'], ['bbb', 'c']]],
    // Sizes are in bytes.
    [['ää', 'a'], 9, 4, [['ää'], ['a']]],
    [['too long', 'a'], 9, 4, [['too long'], ['a']]],
  ])('%j, at most %d texts and %d bytes', (texts, maxCount, maxBytes, batches) =>
    expect(split(texts, maxCount, maxBytes)).toEqual(batches),
  );
});

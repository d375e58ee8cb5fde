import { findRule, parseAttributes } from './attributes';

/** What an attributes file says of a path: whether it is a large file; undefined for nothing. */
const isLarge = (text: string, path: string): boolean | undefined => findRule(parseAttributes(text), path)?.isLarge;

describe('an attributes file', () => {
  it.each([
    ['*.bin filter=lfs diff=lfs merge=lfs -text', 'a.bin', true],
    ['*.bin filter=lfs diff=lfs merge=lfs -text', 'deep/in/a.bin', true],
    ['*.bin filter=lfs', 'a.txt', undefined],
    ['# *.bin filter=lfs', 'a.bin', undefined],
    ['*.bin text', 'a.bin', undefined],
    ['/a.bin filter=lfs', 'a.bin', true],
    ['/a.bin filter=lfs', 'deep/a.bin', undefined],
    ['data/*.bin filter=lfs', 'data/a.bin', true],
    ['data/*.bin filter=lfs', 'data/deep/a.bin', undefined],
    ['data/*.bin filter=lfs', 'other/data/a.bin', undefined],
    ['data/** filter=lfs', 'data/deep/a.bin', true],
    ['data/** filter=lfs', 'data', undefined],
    ['**/data/* filter=lfs', 'deep/data/a', true],
    ['data/ filter=lfs', 'data/a', undefined],
    ['with[[:space:]]space.bin filter=lfs', 'with space.bin', true],
    ['"quoted \\"name\\".bin" filter=lfs', 'quoted "name".bin', true],
    ['*.bin filter=lfs\nsmall.bin -filter', 'small.bin', false],
    ['*.bin filter=lfs\nsmall.bin !filter', 'small.bin', false],
    ['*.bin filter=lfs\nsmall.bin filter=other', 'small.bin', false],
    ['small.bin -filter\n*.bin filter=lfs', 'small.bin', true],
    ['[attr]large filter=lfs\n*.bin large', 'a.bin', undefined],
    ['!*.bin filter=lfs', 'a.bin', undefined],
    ['*.bin', 'a.bin', undefined],
  ])('%j says of %s: %s', (text, path, expected) => {
    expect(isLarge(text, path)).toBe(expected);
  });
});

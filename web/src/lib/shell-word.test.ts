import { shellWord } from './shell-word';

describe('shellWord', () => {
  it.each([
    ['feature/a-1', 'feature/a-1'],
    ['a b', "'a b'"],
    ['$(rm -r .)', "'$(rm -r .)'"],
    ["it's;ls", `'it'\\''s;ls'`],
    ['', "''"],
  ])('%s', (text, expected) => expect(shellWord(text)).toBe(expected));
});

import { containsTerms, patternOf, searchFields, searchTermsOf, trigramsOf } from './search-text';

describe('searchFields', () => {
  it('keeps lower-cased lines', () => {
    expect(searchFields('AbAbA', null, 'x\ny')).toEqual({ search_text: 'ababa\n\nx y' });
  });
  it('limits each text', () => {
    expect(searchFields('a'.repeat(501), 'b')).toEqual({ search_text: `${'a'.repeat(500)}\nb` });
  });
});

describe('trigramsOf', () => {
  it('returns each trigram of each word once', () => {
    expect([...trigramsOf('ababa\n\nabax of c++')]).toEqual(['aba', 'bab', 'bax', 'c++']);
  });
  it('splits between characters, not surrogate pairs', () => {
    expect([...trigramsOf('a😀b😀')]).toEqual(['a😀b', '😀b😀']);
  });
});

describe('searchTermsOf', () => {
  it.each([
    [undefined, []],
    [' Some  C++ ', ['some', 'c++']],
    ['"Issue 0"', ['issue 0']],
    ['open "issue  0" "b c" now', ['issue 0', 'b c', 'open', 'now']],
    ['"one"', ['one']],
    ['"', ['"']],
    ['""', ['""']],
    ['" "', []],
    ['" a "', [' a ']],
    ['"not closed', ['"not', 'closed']],
    ['5"disk 8" x', ['5"disk', '8"', 'x']],
    ['a"b c"d', ['a"b', 'c"d']],
  ])('%j', (search, terms) => {
    expect(searchTermsOf(search)).toEqual(terms);
  });

  it('takes time in proportion to the length', () => {
    expect(searchTermsOf('" '.repeat(50_000)).length).toBeLessThan(50_001);
  });
});

describe('containsTerms', () => {
  it('finds each term in any text, and phrases within one', () => {
    expect(containsTerms(['Ada  Lovelace', null, 'ada'], ['ada l', 'love'])).toBe(true);
    expect(containsTerms(['Ada', 'Lovelace'], ['ada lovelace'])).toBe(false);
    expect(containsTerms([undefined], ['ada'])).toBe(false);
    expect(containsTerms(['Ada'], [])).toBe(true);
  });
});

describe('patternOf', () => {
  it('matches a word literally', () => {
    expect(new RegExp(patternOf('c++'), 'u').test('in c++ only')).toBe(true);
    expect(new RegExp(patternOf('c++'), 'u').test('in ccc only')).toBe(false);
  });
});

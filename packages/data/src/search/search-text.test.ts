import { patternOf, searchFields, trigramsOf, wordsOf } from './search-text';

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

describe('wordsOf', () => {
  it('lower-cases', () => {
    expect(wordsOf(' Some  C++ ')).toEqual(['some', 'c++']);
    expect(wordsOf(undefined)).toEqual([]);
  });
});

describe('patternOf', () => {
  it('matches a word literally', () => {
    expect(new RegExp(patternOf('c++'), 'u').test('in c++ only')).toBe(true);
    expect(new RegExp(patternOf('c++'), 'u').test('in ccc only')).toBe(false);
  });
});

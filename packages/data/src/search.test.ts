import { searchFields, searchFilter } from './search';

describe('searchFields', () => {
  it('keeps lower-cased lines and each trigram once', () => {
    expect(searchFields('AbAbA', null, 'x')).toEqual({ search_text: 'ababa\n\nx', search_trigrams: ['aba', 'bab'] });
  });
  it('splits between characters, not surrogate pairs', () => {
    expect(searchFields('a😀b😀').search_trigrams).toEqual(['a😀b', '😀b😀']);
  });
});

describe('searchFilter', () => {
  it('requires every word, literally', () => {
    expect(searchFilter(' Some c++ ')).toEqual({
      search_trigrams: { $all: ['som', 'ome', 'c++'] },
      $and: [{ search_text: { $regex: 'some' } }, { search_text: { $regex: 'c\\+\\+' } }],
    });
  });
  it('has no conditions without words', () => {
    expect(searchFilter('  ')).toEqual({});
    expect(searchFilter(undefined)).toEqual({});
  });
});

import { parseSearch } from './parse-search';

describe('the text of a search', () => {
  it.each([
    ['needle', { text: 'needle', conditions: [] }],
    ['  two  spaces ', { text: '  two  spaces ', conditions: [] }],
    ['std::path:x', { text: 'std::path:x', conditions: [] }],
    [
      'a needle path:src/lib',
      { text: 'a needle', conditions: [{ kind: 'path', pattern: 'src/lib', is_excluded: false }] },
    ],
    [
      'PATH:"a b" -extension:ts needle',
      {
        text: 'needle',
        conditions: [
          { kind: 'path', pattern: 'a b', is_excluded: false },
          { kind: 'extension', pattern: 'ts', is_excluded: true },
        ],
      },
    ],
    ['filename:*.md', { text: '', conditions: [{ kind: 'filename', pattern: '*.md', is_excluded: false }] }],
    ['path:""', { text: 'path:""', conditions: [] }],
  ])('%j', (search, expected) => {
    expect(parseSearch(search)).toEqual(expected);
  });
});

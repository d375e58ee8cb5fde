import { suggestionRows } from './suggestion-rows';

describe('suggestionRows', () => {
  it.each([
    ['one\ntwo\n', 'one\n2\n', ['context one', 'removed two (2)', 'added 2 (two)']],
    ['one\n', '', ['removed one']],
    ['one\n', 'zero\none\n', ['added zero', 'context one']],
    ['a\nb\n', 'c\n', ['removed a (c)', 'removed b', 'added c (a)']],
  ])('compares %j with %j', (before, after, rows) => {
    const shown = suggestionRows(before, after).map(
      ({ type, text, other }) => `${type} ${text}${other === undefined ? '' : ` (${other})`}`,
    );
    expect(shown).toEqual(rows);
  });
});

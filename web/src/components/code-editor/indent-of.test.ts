import { indentOf } from './indent-of';

describe('the indentation of a text', () => {
  it.each([
    ['', '  '],
    ['a\nb', '  '],
    ['if\n\tthen', '\t'],
    ['if\n    then\n        more', '    '],
    ['if\n  then\n    more', '  '],
  ])('%j', (text, indent) => {
    expect(indentOf(text)).toBe(indent);
  });
});

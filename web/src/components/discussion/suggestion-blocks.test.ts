import { splitSuggestions, suggestionBlock } from './suggestion-blocks';

describe('splitSuggestions', () => {
  it.each([
    ['Only text', [{ text: 'Only text' }]],
    ['```js\na\n```', [{ text: '```js\na\n```' }]],
    ['A\n```suggestion:-1+0\nx\n\ny\n```\nB', [{ text: 'A' }, { suggested: 'x\n\ny\n' }, { text: 'B' }]],
    ['```suggestion\n```', [{ suggested: '' }]],
    ['````suggestion\n```\n````', [{ suggested: '```\n' }]],
    ['```suggestion\nopen', [{ text: '```suggestion\nopen' }]],
    ['', []],
  ])('splits %j', (body, parts) => {
    expect(splitSuggestions(body)).toEqual(parts);
  });
});

describe('suggestionBlock', () => {
  it('keeps code in its lines', () => {
    expect(suggestionBlock(['one', 'two'])).toBe('```suggestion:-1+0\none\ntwo\n```');
    expect(suggestionBlock(['```js'])).toBe('````suggestion:-0+0\n```js\n````');
  });
});

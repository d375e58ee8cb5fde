import { parseSuggestions } from './parse-suggestions';

describe('parseSuggestions', () => {
  it.each([
    ['no block', 'Text\n```js\na\n```', []],
    ['one line', 'See:\n```suggestion\nnew\n```\nDone', [{ above: 0, below: 0, content: 'new\n' }]],
    ['lines around', '```suggestion:-1+2\na\n\nb\n```', [{ above: 1, below: 2, content: 'a\n\nb\n' }]],
    ['a removal', '~~~suggestion:-0+0\n~~~', [{ above: 0, below: 0, content: '' }]],
    ['code in it', '````suggestion\n```js\n```\n````', [{ above: 0, below: 0, content: '```js\n```\n' }]],
    ['carriage returns', '```suggestion\r\na\r\n```', [{ above: 0, below: 0, content: 'a\n' }]],
    ['an open block', '```suggestion\na', []],
    ['too many lines', '```suggestion:-101+0\na\n```', []],
    ['a block inside of code', '````\n```suggestion\na\n```\n````', []],
  ])('finds %s', (_, text, blocks) => {
    expect(parseSuggestions(text)).toEqual(blocks);
  });

  it('ignores further blocks of a long text', () => {
    expect(parseSuggestions('```suggestion\na\n```\n'.repeat(60))).toHaveLength(50);
  });
});

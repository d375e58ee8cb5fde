import { writers } from './markup';

describe('user text in messages', () => {
  it.each([
    ['slack', '<!channel> & <http://x|y>', '&lt;!channel&gt; &amp; &lt;http://x|y&gt;'],
    ['markdown', '@all [x](http://x) *b* `c`', '@\u200ball \\[x\\]\\(http://x\\) \\*b\\* \\`c\\`'],
    ['card', '<b>', '\\<b\\>'],
    ['slack', 'a\u0000\tb\nc', 'a  b\nc'],
  ] as const)('is escaped for %s: %j', (markup, text, expected) => expect(writers[markup].text(text)).toBe(expected));

  it('is shortened', () => expect(writers.slack.text('x'.repeat(600))).toBe(`${'x'.repeat(500)}…`));

  it.each([
    ['slack', '<https://f.example/a%3Eb%7Cc|1¦2>'],
    ['markdown', '[1|2](https://f.example/a%3Eb%7Cc)'.replace('1|2', '1\\|2')],
  ] as const)('does not end a link in %s', (markup, expected) =>
    expect(writers[markup].link('1|2', 'https://f.example/a>b|c')).toBe(expected),
  );
});

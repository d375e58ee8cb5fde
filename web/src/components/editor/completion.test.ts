import { matching, referenceTo, typedAt } from './completion';

/** What is typed where `|` is. */
const typed = (text: string) => typedAt(text.replace('|', ''), text.indexOf('|'));

describe('typedAt', () => {
  it.each([
    ['Hi @al|', { kind: 'user', start: 3, query: 'al' }],
    ['@|', { kind: 'user', start: 0, query: '' }],
    ['(see #12|', { kind: 'issue', start: 5, query: '12' }],
    ['closes !3| later', { kind: 'merge_request', start: 7, query: '3' }],
    ['part of &2|', { kind: 'epic', start: 8, query: '2' }],
    ['/label ~"two w|', { kind: 'label', start: 7, query: 'two w' }],
    ['~priority::h|', { kind: 'label', start: 0, query: 'priority::h' }],
    ['%Spr|', { kind: 'milestone', start: 0, query: 'spr' }],
    ['done :tad|', { kind: 'emoji', start: 5, query: 'tad' }],
    ['text\n/l|', { kind: 'action', start: 5, query: 'l' }],
    ['/|', { kind: 'action', start: 0, query: '' }],
    ['```\ncode\n```\n@al|', { kind: 'user', start: 13, query: 'al' }],
  ])('%j', (text, found) => expect(typed(text)).toEqual(found));

  it.each([
    'mail@al|',
    'a/l|',
    ' /l|',
    ':)|',
    'a: b|',
    ':t|',
    '# Title|',
    '```\n@al|',
    '`@al|',
    '@al |',
    '##|',
    'x#1|',
    'a & b|',
    'a&b|',
  ])('nothing in %j', (text) => expect(typed(text)).toBeUndefined());
});

describe('matching', () => {
  it('has those first that begin with what was typed, then those with such a word', () =>
    expect(matching(['unlabel', 'relabel', 'label', 'copy label', 'x'], 'label', (name) => [name])).toEqual([
      'label',
      'copy label',
      'unlabel',
      'relabel',
    ]));
});

describe('referenceTo', () => {
  it.each([
    ['~', 'bug', '~bug'],
    ['~', 'two words', '~"two words"'],
    ['~', 'priority::high', '~priority::high'],
    ['%', 'v1.0', '%v1.0'],
    // A number would be that of a milestone.
    ['%', '12', '%"12"'],
    ['~', 'ends.', '~"ends."'],
  ] as const)('%s %s', (mark, name, reference) => expect(referenceTo(mark, name)).toBe(reference));
});

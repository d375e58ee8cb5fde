import { continueList, insertBlock, prefixLines, wrap, type Selected, type TextChange } from './edit-text';

/** A text whose selection is between `[` and `]`; a caret is `|`. */
function selected(marked: string): Selected {
  const text = marked.replace(/[[\]|]/g, '');
  const caret = marked.indexOf('|');
  return caret < 0
    ? { text, start: marked.indexOf('['), end: marked.indexOf(']') - 1 }
    : { text, start: caret, end: caret };
}

function after(marked: string, change: (before: Selected) => TextChange | undefined): string | undefined {
  const before = selected(marked);
  const done = change(before);
  if (!done) return undefined;
  const text = before.text.slice(0, done.from) + done.inserted + before.text.slice(done.to);
  const isCaret = done.start === done.end;
  return isCaret
    ? `${text.slice(0, done.start)}|${text.slice(done.start)}`
    : `${text.slice(0, done.start)}[${text.slice(done.start, done.end)}]${text.slice(done.end)}`;
}

it.each([
  ['a [word] b', 'a **[word]** b'],
  ['a **[word]** b', 'a [word] b'],
  ['a | b', 'a **|** b'],
])('wrap: %s', (before, result) => expect(after(before, (text) => wrap(text, '**'))).toBe(result));

it.each([
  ['one [two]', '- ', '- one two|'],
  ['x\n[one\ntwo]\ny', '- ', 'x\n[- one\n- two]\ny'],
  ['[- one\n- two]', '- ', '[one\ntwo]'],
  ['[a\nb]', '1. ', '[1. a\n2. b]'],
])('prefixLines: %j', (before, prefix, result) =>
  expect(after(before, (text) => prefixLines(text, prefix))).toBe(result),
);

it('insertBlock begins a line', () =>
  expect(after('text|', (text) => insertBlock(text, 'a b', 'b'))).toBe('text\na [b]\n'));

it.each([
  ['- one|', '- one\n- |'],
  ['  * one|', '  * one\n  * |'],
  ['9. one|', '9. one\n10. |'],
  // The brackets of a task would be marks here.
  ['- one\n- |', '- one\n|'],
])('continueList: %j', (before, result) => expect(after(before, continueList)).toBe(result));

it('continueList begins a task that is not done', () =>
  expect(continueList({ text: '- [x] one', start: 9, end: 9 })?.inserted).toBe('\n- [ ] '));

it.each(['text|', '-one|', '- a\ntext|'])('continueList: nothing after %j', (before) =>
  expect(after(before, continueList)).toBeUndefined(),
);

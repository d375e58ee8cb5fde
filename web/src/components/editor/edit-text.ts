/** Changes of a text by the buttons and keys of the editor. */

/** A selected part of a text. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** Replaces a part of the text, and selects a part of the result. */
export interface TextChange {
  /** The part that is replaced. */
  from: number;
  to: number;
  inserted: string;
  /** What is selected afterwards. */
  start: number;
  end: number;
}

/** Puts marks around the selected text, or removes them if they are there. */
export function wrap({ text, start, end }: Selected, before: string, after = before): TextChange {
  const selected = text.slice(start, end);
  const isWrapped =
    text.slice(start - before.length, start) === before && text.slice(end, end + after.length) === after;
  if (isWrapped && before !== '')
    return {
      from: start - before.length,
      to: end + after.length,
      inserted: selected,
      start: start - before.length,
      end: end - before.length,
    };
  return {
    from: start,
    to: end,
    inserted: `${before}${selected}${after}`,
    start: start + before.length,
    end: end + before.length,
  };
}

/** Puts a mark before each selected line, or removes it if all have it. `1. ` counts. */
export function prefixLines({ text, start, end }: Selected, prefix: string): TextChange {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', Math.max(end - 1, from));
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const prefixOf = (index: number): string => (prefix === '1. ' ? `${index + 1}. ` : prefix);
  const isPrefixed = lines.every((line, index) => line.startsWith(prefixOf(index)));
  const inserted = lines
    .map((line, index) => (isPrefixed ? line.slice(prefixOf(index).length) : `${prefixOf(index)}${line}`))
    .join('\n');
  return { from, to, inserted, start: lines.length > 1 ? from : from + inserted.length, end: from + inserted.length };
}

/** Inserts a block on lines of its own. `selected` is the part of it that is selected. */
export function insertBlock({ text, start, end }: Selected, block: string, selected: string): TextChange {
  const isLineStart = start === 0 || text[start - 1] === '\n';
  const inserted = `${isLineStart ? '' : '\n'}${block}\n`;
  const at = inserted.indexOf(selected);
  return { from: start, to: end, inserted, start: start + at, end: start + at + selected.length };
}

const listItem = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?/;

/**
 * Returns what the Enter key does in a list: it begins the next item, or ends the list after an
 * empty one. Undefined outside of lists.
 */
export function continueList({ text, start, end }: Selected): TextChange | undefined {
  if (start !== end) return undefined;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(from, start);
  const found = listItem.exec(line);
  if (!found) return undefined;
  const [mark, indent = '', bullet, number, delimiter = '', space = '', box] = found;
  if (line.length === mark.length) {
    const isEmpty = text.slice(start).split('\n', 1)[0] === '';
    return isEmpty ? { from, to: start, inserted: '', start: from, end: from } : undefined;
  }
  const next = bullet ?? `${Number(number) + 1}${delimiter}`;
  const inserted = `\n${indent}${next}${space}${box === undefined ? '' : '[ ] '}`;
  const caret = start + inserted.length;
  return { from: start, to: start, inserted, start: caret, end: caret };
}

/**
 * Changes a text area as if the visitor typed, so that they can undo it; the `input` event tells
 * the form.
 */
export function applyChange(area: HTMLTextAreaElement, { from, to, inserted, start, end }: TextChange): void {
  area.focus();
  area.setSelectionRange(from, to);
  insertText(area, inserted);
  area.setSelectionRange(start, end);
}

function insertText(area: HTMLTextAreaElement, text: string): void {
  // The only command that keeps the history of changes of a text area; all browsers have it.
  const isDone = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (isDone) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

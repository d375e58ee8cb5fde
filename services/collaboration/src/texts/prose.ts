/**
 * Blanks out code and comments in texts, because references in them do not count. Positions in the
 * text stay the same.
 */

const fence = /^ {0,3}(`{3,}|~{3,})/;
const indented = /^(?: {4}|\t)/;
const listItem = /^\s*(?:[-+*]|\d{1,9}[.)])\s/;

/**
 * A text with code blocks, code spans and comments blanked out, of the same length. Takes linear
 * time.
 */
export function proseOf(text: string | null): string {
  return withoutCodeSpans(withoutIndented(linesOutsideCode(text ?? '')).join('\n'));
}

/** The lines of a text; those in fenced code blocks and comments are blanked out. */
export function linesOutsideCode(text: string): string[] {
  const lines = withoutComments(text).split('\n');
  const isCode = linesInFences(lines);
  return lines.map((line, index) => (isCode[index] ? blank(line) : line));
}

/** Replaces a text by form feeds, which do not count as indentation. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, '\f');
}

/** Whether each line belongs to a fenced code block. */
export function linesInFences(lines: readonly string[]): boolean[] {
  let open: string | undefined;
  return lines.map((line) => {
    const [, mark] = fence.exec(line) ?? [];
    const isInside = open !== undefined || mark !== undefined;
    if (open === undefined) open = mark;
    else if (mark?.startsWith(open)) open = undefined;
    return isInside;
  });
}

/** Indented lines are code if they start a paragraph, unless they belong to a list item. */
function withoutIndented(lines: readonly string[]): string[] {
  let isInList = false;
  let canBegin = true;
  return lines.map((line) => {
    const isBlank = line.trim() === '';
    const isIndented = indented.test(line);
    if (listItem.test(line) && !(isIndented && canBegin && !isInList)) isInList = true;
    else if (!isBlank && canBegin && !/^\s/.test(line)) isInList = false;
    const isCode = isIndented && !isBlank && canBegin && !isInList;
    canBegin = isBlank || isCode;
    return isCode ? blank(line) : line;
  });
}

/** Takes linear time for any text. */
function withoutComments(text: string): string {
  let rest = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf('<!--', from);
    if (start < 0) return rest + text.slice(from);
    rest += text.slice(from, start);
    const end = text.indexOf('-->', start);
    from = end < 0 ? text.length : end + '-->'.length;
    rest += blank(text.slice(start, from));
  }
}

/**
 * A code span ends at the next run of the same number of backticks; without one, the backticks are
 * text.
 */
function withoutCodeSpans(text: string): string {
  const { starts, lengths } = backtickRuns(text);
  const closing = starts.map(() => -1);
  const nextOfLength = new Map<number, number>();
  for (let at = starts.length - 1; at >= 0; at--) {
    const length = lengths[at] ?? 0;
    closing[at] = nextOfLength.get(length) ?? -1;
    nextOfLength.set(length, at);
  }
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < starts.length; at++) {
    const close = closing[at] ?? -1;
    if (close < 0) continue;
    parts.push(text.slice(from, starts[at]));
    from = (starts[close] ?? 0) + (lengths[close] ?? 0);
    parts.push(blank(text.slice(starts[at], from)));
    at = close;
  }
  return [...parts, text.slice(from)].join('');
}

function backtickRuns(text: string): { starts: number[]; lengths: number[] } {
  const starts: number[] = [];
  const lengths: number[] = [];
  for (let start = text.indexOf('`'); start >= 0;) {
    let end = start + 1;
    while (text[end] === '`') end++;
    starts.push(start);
    lengths.push(end - start);
    start = text.indexOf('`', end);
  }
  return { starts, lengths };
}

/** Users whom a text names as `@user`, outside of code. */
import { linesOutsideCode } from './tasks';

/** User names, in lower case. */
export interface Mentions {
  /** Named at the beginning of a line: the text is for them. */
  direct: string[];
  /** Named elsewhere only. */
  others: string[];
}

/** A text that names more is no message to people. */
const MAX_MENTIONS = 100;
/** Names that are looked at, the same ones among them. */
const MAX_NAMES = 1_000;
/** `a@b` is an address and `@@` nothing. */
const mention = /(?<![\w@])@(\w[\w.-]{0,254})/g;
/** Mentions at the beginning of a line, after marks of quotes and lists. */
const leading = /^[\s>*+-]*((?:@\w[\w.-]{0,254}[\s,:]*)+)/;

/** The users that a text names. Linear in its length. */
export function mentionsOf(text: string | null): Mentions {
  const direct = new Set<string>();
  const others = new Set<string>();
  let seen = 0;
  for (const line of withoutCodeSpans(linesOutsideCode(text ?? '').join('\n')).split('\n')) {
    namesIn(leading.exec(line)?.[1] ?? '').forEach((name) => direct.add(name));
    const names = namesIn(line);
    names.forEach((name) => others.add(name));
    seen += names.length;
    if (seen >= MAX_NAMES) break;
  }
  const first = [...others].slice(0, MAX_MENTIONS);
  return { direct: first.filter((name) => direct.has(name)), others: first.filter((name) => !direct.has(name)) };
}

/** The users that a changed text names and did not name before. */
export function newMentions(from: string | null, to: string | null): Mentions {
  const before = mentionsOf(from);
  const known = new Set([...before.direct, ...before.others]);
  const { direct, others } = mentionsOf(to);
  const isNew = (name: string): boolean => !known.has(name);
  return { direct: direct.filter(isNew), others: others.filter(isNew) };
}

function namesIn(line: string): string[] {
  const names: string[] = [];
  for (const [, name = ''] of line.matchAll(mention)) {
    if (names.push(name.toLowerCase().replace(/[.-]{1,254}$/, '')) >= MAX_NAMES) break;
  }
  return names;
}

/** A code span ends at the next run of as many backticks; where there is none, the backticks are text. */
function withoutCodeSpans(text: string): string {
  const { starts, lengths } = backtickRuns(text);
  const closing = starts.map(() => -1);
  const nextOfLength = new Map<number, number>();
  for (let at = starts.length - 1; at >= 0; at--) {
    const length = lengths[at] ?? 0;
    closing[at] = nextOfLength.get(length) ?? -1;
    nextOfLength.set(length, at);
  }
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at < starts.length; at++) {
    const close = closing[at] ?? -1;
    if (close < 0) continue;
    kept.push(text.slice(from, starts[at]));
    from = (starts[close] ?? 0) + (lengths[close] ?? 0);
    at = close;
  }
  return [...kept, text.slice(from)].join(' ');
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

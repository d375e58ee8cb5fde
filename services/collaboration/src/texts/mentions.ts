/** Finds users that a text mentions as `@user`, outside of code. */
import { referencesIn } from './parse-references';
import { proseOf } from './prose';

/** User names, in lower case. */
export interface Mentions {
  /** Mentioned at the beginning of a line: directly addressed. */
  direct: string[];
  /** Mentioned elsewhere only. */
  others: string[];
}

/** Further mentions are ignored. */
const MAX_MENTIONS = 100;
/**
 * Maximum distance between the beginning of a line and a direct mention; quote and list marks may
 * precede it.
 */
const MAX_INDENT = 255;
const leading = /(?:^|\n)[\s>*+-]*$/;
const between = /^[\s,:]*$/;

/** The users that a text mentions. Takes linear time. */
export function mentionsOf(text: string | null): Mentions {
  const prose = proseOf(text);
  const direct = new Set<string>();
  const others = new Set<string>();
  let end = -1;
  for (const { kind, name, index, text: written } of referencesIn(prose)) {
    if (kind !== 'user') continue;
    const isNext = end >= 0 && index - end < MAX_INDENT && between.test(prose.slice(end, index));
    const isDirect = isNext || leading.test(prose.slice(Math.max(0, index - MAX_INDENT), index));
    if (isDirect) direct.add(name.toLowerCase());
    others.add(name.toLowerCase());
    end = isDirect ? index + written.length : -1;
  }
  const first = [...others].slice(0, MAX_MENTIONS);
  return { direct: first.filter((name) => direct.has(name)), others: first.filter((name) => !direct.has(name)) };
}

/** The users that a changed text mentions and the previous text did not. */
export function newMentions(from: string | null, to: string | null): Mentions {
  const before = mentionsOf(from);
  const previous = new Set([...before.direct, ...before.others]);
  const { direct, others } = mentionsOf(to);
  const isNew = (name: string): boolean => !previous.has(name);
  return { direct: direct.filter(isNew), others: others.filter(isNew) };
}

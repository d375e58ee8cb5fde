/** What is being typed at the caret of a text: a reference, an emoji or a quick action. */

/** The kinds of things that are completed. */
export type CompletionKind = 'action' | 'user' | 'issue' | 'merge_request' | 'epic' | 'label' | 'milestone' | 'emoji';

/** The beginning of a reference, an emoji or a quick action. */
export interface Typed {
  kind: CompletionKind;
  /** Where its mark is in the text. */
  start: number;
  /** What follows the mark, without a quotation mark, in lower case. */
  query: string;
}

/** An entry of the list. */
export interface Suggestion {
  /** Unique in the list. */
  key: string;
  text: string;
  hint?: string | undefined;
  /** Picture before the text. */
  emoji?: string;
  /** Picture of a user; null if they have none. */
  avatar?: string | null;
  /** Colour of a label. */
  color?: string;
  /** Replaces what was typed. */
  inserted: string;
}

const kinds: Readonly<Record<string, CompletionKind>> = {
  '@': 'user',
  '#': 'issue',
  '!': 'merge_request',
  '&': 'epic',
  '~': 'label',
  '%': 'milestone',
  ':': 'emoji',
};

/** Further characters are no beginning of a name. It bounds the search. */
const MAX_QUERY = 100;
const quotable = new Set<CompletionKind>(['label', 'milestone']);
/** Names of emoji have at least this many typed letters: `:)` and `a: b` are none. */
const MIN_EMOJI = 2;

/** Returns what is being typed before the caret; undefined if there is nothing to complete. */
export function typedAt(text: string, caret: number): Typed | undefined {
  const lineStart = text.lastIndexOf('\n', caret - 1) + 1;
  const line = text.slice(lineStart, caret);
  if (isInCode(text.slice(0, lineStart), line)) return undefined;
  const [, action] = /^\/([a-z_]*)$/i.exec(line) ?? [];
  if (action !== undefined) return { kind: 'action', start: lineStart, query: action.toLowerCase() };
  const near = line.slice(-MAX_QUERY);
  const found = /(?:^|[\s(,[])([@#!&~%:])("[^"]*|[^\s"@#!~%]*)$/.exec(near);
  if (!found) return undefined;
  const [, mark = '', name = ''] = found;
  const kind = kinds[mark];
  if (!kind || (name.startsWith('"') && !quotable.has(kind))) return undefined;
  if (kind === 'emoji' && !new RegExp(`^[\\w+-]{${MIN_EMOJI},}$`).test(name)) return undefined;
  const query = name.replace('"', '').toLowerCase();
  return { kind, start: caret - name.length - 1, query };
}

/** Whether a line is inside a block of code, or its end inside code in the line. */
function isInCode(before: string, line: string): boolean {
  const fences = before.match(/^\s{0,3}(?:```|~~~)/gm)?.length ?? 0;
  const marks = line.match(/`/g)?.length ?? 0;
  return fences % 2 === 1 || marks % 2 === 1;
}

/** The entries that contain what was typed, those that begin with it first. */
export function matching<Item>(items: readonly Item[], query: string, textsOf: (item: Item) => string[]): Item[] {
  const ranked = items.flatMap((item, index) => {
    const rank = Math.min(...textsOf(item).map((text) => rankOf(text.toLowerCase(), query)));
    return rank < UNMATCHED ? [{ item, rank, index }] : [];
  });
  ranked.sort((one, other) => one.rank - other.rank || one.index - other.index);
  return ranked.map(({ item }) => item);
}

const UNMATCHED = 3;

function rankOf(text: string, query: string): number {
  const at = text.indexOf(query);
  if (at < 0) return UNMATCHED;
  if (at === 0) return 0;
  return /[\s_.:/-]/.test(text[at - 1] ?? '') ? 1 : 2;
}

/** Returns the spelling of a label or milestone in a text. */
export function referenceTo(mark: '~' | '%', name: string): string {
  const isWord = /^[\p{L}_][\p{L}\p{N}_]*(?:[.:?&-]+[\p{L}\p{N}_]+)*$/u.test(name);
  return isWord ? `${mark}${name}` : `${mark}"${name}"`;
}

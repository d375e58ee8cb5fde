/**
 * Matches paths with the patterns of CODEOWNERS and attributes files. In a segment, `*` matches any
 * text, `?` one character and `[...]` one of a set; a segment `**` matches any folders. A pattern
 * without a leading slash matches in every folder; one with a trailing slash, everything below a
 * folder. Takes time proportional to the product of both lengths for any pattern.
 */

/** A compiled pattern. */
export type PathPattern = readonly Segment[];

/** A segment of a pattern: any folders, fixed text, or tokens. */
type Segment = '**' | { text: string } | { tokens: readonly Token[] };

/** A star, or a test of one character. */
type Token = '*' | ((character: string) => boolean);

/** Compiles a pattern. */
export function compilePattern(pattern: string): PathPattern {
  const anchored = pattern.startsWith('/') ? pattern.slice(1) : `**/${pattern}`;
  const complete = anchored === '' || anchored.endsWith('/') ? `${anchored}**/*` : anchored;
  const parts = complete.split('/');
  return parts.map((part, index) => (part === '**' && index < parts.length - 1 ? part : compileSegment(part)));
}

/** Whether a path, without a leading slash, matches. */
export function matchesPath(pattern: PathPattern, path: string): boolean {
  return matchesSequence(pattern, path.split('/'), '**', matchesSegment);
}

function compileSegment(part: string): Segment {
  const characters = [...part];
  const tokens: Token[] = [];
  let isText = true;
  let text = '';
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (character === '*') {
      if (tokens.at(-1) !== '*') tokens.push('*');
      isText = false;
    } else if (character === '?') {
      tokens.push(() => true);
      isText = false;
    } else if (character === '[' && characters.includes(']', at + 2)) {
      const end = characters.indexOf(']', at + 2);
      tokens.push(compileSet(characters.slice(at + 1, end)));
      at = end;
      isText = false;
    } else {
      const literal = character === '\\' && at + 1 < characters.length ? (characters[++at] ?? '') : character;
      text += literal;
      tokens.push((other) => other === literal);
    }
  }
  return isText ? { text } : { tokens };
}

/** A set such as `a-z_`, or the opposite after `!` or `^`. */
function compileSet(characters: readonly string[]): (character: string) => boolean {
  const isNegated = characters[0] === '!' || characters[0] === '^';
  const members = isNegated ? characters.slice(1) : characters;
  const ranges: [string, string][] = [];
  for (let at = 0; at < members.length; at++) {
    const [first = '', dash, last] = members.slice(at, at + 3);
    if (dash === '-' && last !== undefined) {
      ranges.push([first, last]);
      at += 2;
    } else ranges.push([first, first]);
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}

function matchesSegment(segment: Segment, text: string): boolean {
  if (segment === '**') return true;
  if ('text' in segment) return segment.text === text;
  return matchesSequence(segment.tokens, [...text], '*', (token, character) => token !== '*' && token(character));
}

/**
 * Matches items with tokens, of which `wildcard` matches any number of items. After a mismatch,
 * only the last wildcard takes one more item: earlier ones could not match anything else.
 */
function matchesSequence<T, Item>(
  tokens: readonly T[],
  items: readonly Item[],
  wildcard: T,
  matches: (token: T, item: Item) => boolean,
): boolean {
  let token = 0;
  let item = 0;
  let retryToken = -1;
  let retryItem = 0;
  while (item < items.length) {
    const current = tokens[token];
    if (token < tokens.length && current === wildcard) {
      retryToken = ++token;
      retryItem = item;
    } else if (token < tokens.length && matches(current as T, items[item] as Item)) {
      token++;
      item++;
    } else if (retryToken >= 0) {
      token = retryToken;
      item = ++retryItem;
    } else return false;
  }
  while (token < tokens.length && tokens[token] === wildcard) token++;
  return token === tokens.length;
}

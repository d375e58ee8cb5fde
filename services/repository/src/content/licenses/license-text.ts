/** A copyright line, which differs between projects. */
const copyrightLine =
  /^[ \t*#>]*((copyright\s*)?(\(c\)|©)|copyright\s+(\d|[<[{]|by\b|year\b)|all rights reserved\W*$).*$/gim;
/** Words for the copyright holder, which vary between copies. */
const holder = /\b(the\s+)?(isc|authors?|copyright\s+(holders?|owners?))\b/g;

/**
 * The pairs of adjacent words of a license, without the parts that vary between copies: holders,
 * case, punctuation, line breaks.
 */
export function pairsOf(text: string): Set<string> {
  const plain = text.replace(copyrightLine, '').replaceAll('https:', 'http:').toLowerCase().replace(holder, 'holder');
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
}

/** The similarity of two sets: 0 for disjoint, 1 for equal sets. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const item of a) if (b.has(item)) shared += 1;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

/** A line that names who holds the rights, which differs from project to project. */
const copyrightLine =
  /^[ \t*#>]*((copyright\s*)?(\(c\)|©)|copyright\s+(\d|[<[{]|by\b|year\b)|all rights reserved\W*$).*$/gim;
/** The words for the holder of the rights, which each copy may choose. */
const holder = /\b(the\s+)?(isc|authors?|copyright\s+(holders?|owners?))\b/g;

/**
 * The pairs of neighbouring words of a licence without what may differ between copies: holders,
 * case, punctuation, line breaks.
 */
export function pairsOf(text: string): Set<string> {
  const plain = text.replace(copyrightLine, '').replaceAll('https:', 'http:').toLowerCase().replace(holder, 'holder');
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
}

/** How alike two sets are: 0 for nothing in common, 1 for the same. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const item of a) if (b.has(item)) shared += 1;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

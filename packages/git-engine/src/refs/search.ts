/** The search of branch and tag lists. */

/**
 * Whether a name contains the term, ignoring case; `^term` matches at the start, `term$` at the
 * end.
 */
export function matchesSearch(name: string, search: string): boolean {
  const atStart = search.startsWith('^');
  const atEnd = search.endsWith('$') && search.length > (atStart ? 1 : 0);
  const term = search.slice(atStart ? 1 : 0, atEnd ? -1 : undefined).toLowerCase();
  const text = name.toLowerCase();
  if (atStart && atEnd) return text === term;
  if (atStart) return text.startsWith(term);
  return atEnd ? text.endsWith(term) : text.includes(term);
}

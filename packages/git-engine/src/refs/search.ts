/** The search of branch and tag lists. */
import type { Repository } from '../worker/repository';
import { cachedResult } from './cached-results';
import type { Ref } from './ref-store';

/**
 * The refs of a list whose names below the folder match, in the order of the list. The same array
 * is returned again for the same list, which is a new array after a change of a ref.
 */
export function searchRefs(
  repository: Repository,
  refs: readonly Ref[],
  { folder, search }: { folder: string; search: string | undefined },
): readonly Ref[] {
  if (!search) return refs;
  return cachedResult(repository, { kind: 'ref searches', refs, key: search }, () =>
    refs.filter(({ name }) => matchesSearch(name.slice(folder.length + 1), search)),
  );
}

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

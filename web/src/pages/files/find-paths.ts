/** Finds paths by parts of them, in any order of quality: the best first. */
import fuzzysort from 'fuzzysort';

/** A path that was found. */
export interface FoundPath {
  path: string;
  /** Positions of the letters that match. */
  marked: ReadonlySet<number>;
}

const MAX_FOUND = 50;
/** Worse matches have their letters all over the path. */
const MIN_SCORE = 0.2;

/** Returns the paths that contain the letters of a text in their order; without text, the first. */
export function findPaths(paths: readonly string[], search: string): FoundPath[] {
  const wanted = search.trim();
  if (wanted === '') return paths.slice(0, MAX_FOUND).map((path) => ({ path, marked: new Set<number>() }));
  return fuzzysort
    .go(wanted, paths, { limit: MAX_FOUND, threshold: MIN_SCORE })
    .map(({ target, indexes }) => ({ path: target, marked: new Set(indexes) }));
}

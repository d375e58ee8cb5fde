/** The changed words of the lines of a file. */
import type { DiffPair, DiffRow } from './parse-diff';
import { changedWords, type WordRange } from './word-changes';

/** The parts of a changed line that differ from the line that it replaces or is replaced by. */
export type WordsOf = (row: DiffRow) => readonly WordRange[] | undefined;

/** Creates the lookup. Words are compared when a line is shown, and remembered. */
export function createWordLookup(pairs: readonly DiffPair[]): WordsOf {
  const partners = new Map<DiffRow, DiffRow>();
  for (const { left, right } of pairs) {
    if (left?.type !== 'removed' || right?.type !== 'added') continue;
    partners.set(left, right);
    partners.set(right, left);
  }
  const found = new Map<DiffRow, readonly WordRange[] | undefined>();
  return (row) => {
    const partner = partners.get(row);
    if (!partner) return undefined;
    if (!found.has(row)) found.set(row, changedWords(row.text, partner.text));
    return found.get(row);
  };
}

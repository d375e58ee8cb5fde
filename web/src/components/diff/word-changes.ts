/** The words in which a changed line differs from the line that it replaces. */
import { diffWordsWithSpace } from 'diff';

/** A part of a text, without the character at its end. */
export interface WordRange {
  start: number;
  end: number;
}

/** Longer lines are not compared, because that takes too long. */
const MAX_LENGTH = 500;
/** Lines that have less in common are other lines. */
const MIN_COMMON = 0.3;

/** The parts of a text that another text lacks; undefined if they have little in common. */
export function changedWords(text: string, other: string): readonly WordRange[] | undefined {
  if (text.length > MAX_LENGTH || other.length > MAX_LENGTH) return undefined;
  const ranges: WordRange[] = [];
  let at = 0;
  let common = 0;
  for (const { value, added, removed } of diffWordsWithSpace(other, text)) {
    if (removed) continue;
    if (added) ranges.push({ start: at, end: at + value.length });
    else common += value.trim().length;
    at += value.length;
  }
  const longest = Math.max(text.trim().length, other.trim().length);
  return common >= longest * MIN_COMMON ? ranges : undefined;
}

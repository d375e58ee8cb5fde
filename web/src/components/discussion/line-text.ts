/** Words for the lines of comments. */
import { t } from '@lingui/core/macro';
import type { DiffPlace } from '../diff/diff-place';

interface LineNumbers {
  old_line: number | null;
  new_line: number | null;
}

/** The lines of a thread: `line 3` or `lines 3 to 7`; empty for a place without lines. */
export function linesOfThread(position: LineNumbers & { line_range: { start: LineNumbers | null } | null }): string {
  const { line_range: range } = position;
  const last = position.new_line ?? position.old_line;
  if (last === null) return '';
  const first = range?.start ? (range.start.new_line ?? range.start.old_line) : last;
  return linesText(first ?? last, last);
}

/** The lines of a comment that is being written. */
export function linesOfPlace(place: DiffPlace, start: DiffPlace): string {
  const last = place.newLine ?? place.oldLine ?? 0;
  return linesText(start.newLine ?? start.oldLine ?? last, last);
}

function linesText(first: number, last: number): string {
  return first === last ? t`line ${last}` : t`lines ${first} to ${last}`;
}

/** Adds unchanged lines of a file around the hunks of its diff. */
import type { DiffRow, HiddenLines, ParsedFile } from './parse-diff';

/** A range of lines that the visitor asked for. */
export interface LineSpan {
  from: number;
  to: number;
}

/** Lines that are shown at once. */
export const EXPANDED_LINES = 20;

/** Hunks of at most this length have one button that shows all lines. */
const MAX_SHOWN_AT_ONCE = 2 * EXPANDED_LINES;

const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Returns the rows of a file with the lines that the visitor asked for. Rows of hunks tell which
 * lines before them are hidden; one at the end does so for the lines after the last hunk.
 */
export function expandRows(
  { rows }: Pick<ParsedFile, 'rows'>,
  shown: readonly LineSpan[],
  lines: readonly string[] | undefined,
): DiffRow[] {
  const result: DiffRow[] = [];
  let next = 1;
  /** By how much the number of an unchanged line grows. */
  let offset = 0;
  for (const row of rows) {
    const start = row.type === 'hunk' ? startOf(row.text) : undefined;
    if (start) {
      result.push(...rowsOfGap({ from: next, to: start.new - 1 }, { shown, lines, offset, hunk: row }));
      next = start.new;
      offset = start.new - start.old;
    } else {
      result.push(row);
      if (row.newLine !== undefined) next = row.newLine + 1;
      if (row.newLine !== undefined && row.oldLine !== undefined) offset = row.newLine - row.oldLine;
      else if (row.type === 'removed') offset--;
      else if (row.type === 'added') offset++;
    }
  }
  result.push(...rowsOfGap({ from: next, to: lines?.length }, { shown, lines, offset, hunk: undefined }));
  return result;
}

/** The parts of hidden lines that buttons show: after the hunk above, and before the one below. */
export function expandable({ from, to }: HiddenLines): { above?: LineSpan; below?: LineSpan; all?: LineSpan } {
  if (to === undefined) return { below: { from, to: from + EXPANDED_LINES - 1 } };
  if (to - from < MAX_SHOWN_AT_ONCE) return { all: { from, to } };
  const above = { from: to - EXPANDED_LINES + 1, to };
  return from === 1 ? { above } : { above, below: { from, to: from + EXPANDED_LINES - 1 } };
}

interface Gap {
  shown: readonly LineSpan[];
  lines: readonly string[] | undefined;
  offset: number;
  /** The header of the hunk after the gap; undefined after the last one. */
  hunk: DiffRow | undefined;
}

function rowsOfGap({ from, to }: HiddenLines, { shown, lines, offset, hunk }: Gap): DiffRow[] {
  if (lines === undefined) {
    if (to === undefined) return [{ type: 'hunk', text: '', hidden: { from, to } }];
    return hunk ? [from > to ? hunk : { ...hunk, hidden: { from, to } }] : [];
  }
  const rows: DiffRow[] = [];
  const end = Math.min(to ?? lines.length, lines.length);
  let hidden: LineSpan | undefined;
  for (let line = from; line <= end; line++) {
    if (shown.some((span) => line >= span.from && line <= span.to)) {
      if (hidden) rows.push({ type: 'hunk', text: '', hidden });
      hidden = undefined;
      rows.push({ type: 'context', text: lines[line - 1] ?? '', oldLine: line - offset, newLine: line });
    } else {
      hidden = { from: hidden?.from ?? line, to: line };
    }
  }
  // The header of a hunk that follows shown lines says nothing new.
  if (hidden) rows.push(hunk ? { ...hunk, hidden } : { type: 'hunk', text: '', hidden });
  else if (hunk && rows.length === 0) rows.push(hunk);
  return rows;
}

/** The first lines of a hunk. The header of a side without lines names the line before. */
function startOf(text: string): { old: number; new: number } | undefined {
  const [, old, oldCount, added, newCount] = header.exec(text) ?? [];
  if (old === undefined || added === undefined) return undefined;
  return { old: Number(old) + (oldCount === '0' ? 1 : 0), new: Number(added) + (newCount === '0' ? 1 : 0) };
}

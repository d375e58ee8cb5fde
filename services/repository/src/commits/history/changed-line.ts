/** Finds lines in unified diffs. */

/**
 * A changed line, numbered after the change; a removed line has the number of the line that took
 * its place.
 */
export interface ChangedLine {
  line: number;
  line_type: string;
}

const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const types: Record<string, string> = { '+': 'new', '-': 'old' };

/** Whether a diff adds or removes a line. */
export function changesLine(diff: string, expected: ChangedLine): boolean {
  let next: number | null = null;
  for (const text of diff.split('\n')) {
    const start = hunk.exec(text)?.[2];
    if (start !== undefined) next = Number(start);
    else if (next !== null) {
      const sign = text.charAt(0);
      if (next === expected.line && types[sign] === expected.line_type) return true;
      if (sign === '+' || sign === ' ') next++;
    }
  }
  return false;
}

/** Whether a diff leaves a line, numbered before the change, unchanged. */
export function keepsLine(diff: string, line: number): boolean {
  let next: number | null = null;
  for (const text of diff.split('\n')) {
    const start = hunk.exec(text)?.[1];
    if (start !== undefined) next = Number(start);
    else if (next !== null) {
      const sign = text.charAt(0);
      if (next === line && sign === '-') return false;
      if (sign === '-' || sign === ' ') next++;
    }
  }
  return true;
}

/** The number of a line after a diff, from the one before it; null if the diff removes the line. */
export function movedLine(diff: string, line: number): number | null {
  let before = 1;
  let after = 1;
  let isInHunk = false;
  for (const text of diff.split('\n')) {
    const starts = hunk.exec(text);
    if (starts) {
      const [start, newStart] = [Number(starts[1]), Number(starts[2])];
      if (line < start) break;
      [before, after, isInHunk] = [start, newStart, true];
    } else if (isInHunk) {
      const sign = text.charAt(0);
      if (before === line && sign === '-') return null;
      if (before === line && sign === ' ') return after;
      if (sign === '-' || sign === ' ') before++;
      if (sign === '+' || sign === ' ') after++;
    }
  }
  return line + after - before;
}

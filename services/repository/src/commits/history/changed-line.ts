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

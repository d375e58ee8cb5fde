/** Parses the hunks that the API sends for a file. */
import type { DiffEntry } from '#api/types';

/** Lines of the file after the change that a diff does not show. */
export interface HiddenLines {
  from: number;
  /** Undefined for the lines after the last hunk, until the file is loaded. */
  to: number | undefined;
}

/** A line of a diff. Lines of a hunk's header have no numbers. */
export interface DiffRow {
  type: 'hunk' | 'context' | 'added' | 'removed' | 'note';
  text: string;
  oldLine?: number;
  newLine?: number;
  /** Whether the line is changed in whitespace only, which is hidden. */
  isWhitespaceChange?: boolean;
  /** Lines before a hunk that are not shown. Only where they can be loaded. */
  hidden?: HiddenLines;
}

/** A pair of lines side by side. */
export interface DiffPair {
  left: DiffRow | undefined;
  right: DiffRow | undefined;
}

/** A file with its parsed lines. */
export interface ParsedFile {
  entry: DiffEntry;
  rows: DiffRow[];
  added: number;
  removed: number;
  isBinary: boolean;
}

const hunkHeader = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const types = { '+': 'added', '-': 'removed', ' ': 'context', '\\': 'note' } as const;

/** Parses the diff of a file. */
export function parseFile(entry: DiffEntry): ParsedFile {
  const rows: DiffRow[] = [];
  let [oldLine, newLine, added, removed] = [0, 0, 0, 0];
  let isInHunk = false;
  const lines = entry.diff.split('\n');
  // The last line ends with a line break.
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    const header = hunkHeader.exec(line);
    if (header) {
      isInHunk = true;
      [oldLine, newLine] = [Number(header[1]), Number(header[2])];
      rows.push({ type: 'hunk', text: line });
      continue;
    }
    // The names of the files come before the first hunk.
    if (!isInHunk) continue;
    const type = types[line.charAt(0) as keyof typeof types] ?? 'context';
    const text = line.slice(1);
    if (type === 'added') {
      added++;
      rows.push({ type, text, newLine: newLine++ });
    } else if (type === 'removed') {
      removed++;
      rows.push({ type, text, oldLine: oldLine++ });
    } else if (type === 'context') {
      rows.push({ type, text, oldLine: oldLine++, newLine: newLine++ });
    } else {
      rows.push({ type, text: text.trim() });
    }
  }
  return { entry, rows, added, removed, isBinary: !isInHunk && /^Binary files /m.test(entry.diff) };
}

/** Pairs removed lines with the added lines that replace them. */
export function pairRows(rows: readonly DiffRow[]): DiffPair[] {
  const pairs: DiffPair[] = [];
  let removed: DiffRow[] = [];
  let added: DiffRow[] = [];
  const flush = (): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++)
      pairs.push({ left: removed[index], right: added[index] });
    [removed, added] = [[], []];
  };
  for (const row of rows) {
    if (row.type === 'removed') {
      if (added.length > 0) flush();
      removed.push(row);
    } else if (row.type === 'added') {
      added.push(row);
    } else {
      flush();
      pairs.push({ left: row, right: row });
    }
  }
  flush();
  return pairs;
}

/** Changes without those that concern whitespace only, as `git diff -w` shows them. */
import { diffArrays } from 'diff';
import type { DiffRow, ParsedFile } from './parse-diff';

/** Larger blocks of changed lines are shown as they are, because comparing them takes too long. */
const MAX_BLOCK_LINES = 2_000;

/** Returns the file without these changes. Rows for which `isKept` is true stay as they are. */
export function hideWhitespaceChanges(file: ParsedFile, isKept: (row: DiffRow) => boolean = () => false): ParsedFile {
  const rows = withoutEmptyHunks(compareBlocks(file.rows, isKept));
  const count = (type: DiffRow['type']): number => rows.filter((row) => row.type === type).length;
  return { entry: file.entry, rows, added: count('added'), removed: count('removed'), isBinary: file.isBinary };
}

/** Replaces removed and added lines that differ in whitespace only by unchanged lines. */
function compareBlocks(rows: readonly DiffRow[], isKept: (row: DiffRow) => boolean): DiffRow[] {
  const result: DiffRow[] = [];
  let removed: DiffRow[] = [];
  let added: DiffRow[] = [];
  const flush = (): void => {
    const block = [...removed, ...added];
    const isCompared = removed.length > 0 && added.length > 0 && block.length <= MAX_BLOCK_LINES && !block.some(isKept);
    result.push(...(isCompared ? compareBlock(removed, added) : block));
    removed = [];
    added = [];
  };
  for (const row of rows) {
    if (row.type === 'added') added.push(row);
    else if (row.type === 'removed') {
      if (added.length > 0) flush();
      removed.push(row);
    } else {
      flush();
      result.push(row);
    }
  }
  flush();
  return result;
}

function compareBlock(removed: readonly DiffRow[], added: readonly DiffRow[]): DiffRow[] {
  const textsOf = (rows: readonly DiffRow[]): string[] => rows.map(({ text }) => text.replace(/\s+/g, ''));
  const result: DiffRow[] = [];
  let left = 0;
  let right = 0;
  for (const part of diffArrays(textsOf(removed), textsOf(added))) {
    for (let count = part.value.length; count > 0; count--) {
      const before = part.added ? undefined : removed[left++];
      const after = part.removed ? undefined : added[right++];
      if (before && after) result.push(unchangedRow(before, after));
      else result.push(...[before, after].filter((row) => row !== undefined));
    }
  }
  return result;
}

function unchangedRow(before: DiffRow, after: DiffRow): DiffRow {
  return {
    type: 'context',
    text: after.text,
    oldLine: before.oldLine as number,
    newLine: after.newLine as number,
    isWhitespaceChange: true,
  };
}

/** Leaves out hunks in which no change is left. */
function withoutEmptyHunks(rows: readonly DiffRow[]): DiffRow[] {
  const hunks: DiffRow[][] = [];
  for (const row of rows) {
    if (row.type === 'hunk' || hunks.length === 0) hunks.push([]);
    hunks.at(-1)?.push(row);
  }
  return hunks.filter((hunk) => hunk.some(({ type }) => type === 'added' || type === 'removed')).flat();
}

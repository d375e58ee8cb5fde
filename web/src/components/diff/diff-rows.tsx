/** The lines of a file, unified or side by side. */
import { memo, useCallback, useMemo, type ReactNode } from 'react';
import type { Token } from '#lib/highlight';
import { ChunkedLines } from '../code/chunked-lines';
import { CodeText } from '../code/code-text';
import { useHighlight } from '../code/use-highlight';
import { useDiffMode } from './diff-mode';
import { pairRows, type DiffPair, type DiffRow, type ParsedFile } from './parse-diff';
import codeStyles from '../code/code.module.css';
import styles from './diff.module.css';

/** A line of a diff, for comments. An added line has no old number, a removed one no new number. */
export interface DiffPlace {
  oldPath: string;
  newPath: string;
  oldLine: number | undefined;
  newLine: number | undefined;
}

/** What a page adds to the lines, such as discussions. */
export interface DiffAdditions {
  /** Content below a line; null for none. */
  below?: (place: DiffPlace) => ReactNode;
  /** Adds a button to each line. */
  onComment?: (place: DiffPlace) => void;
}

/** Both forms have as many columns. */
const COLUMNS = 4;

type TokensOf = (row: DiffRow) => Token[] | undefined;

interface DiffRowsProps {
  file: ParsedFile;
  additions: DiffAdditions;
  /** Whether the first lines are rendered in full at once. */
  startsFull: boolean;
}

/** Shows the lines. */
export function DiffRows({ file, additions, startsFull }: DiffRowsProps) {
  const mode = useDiffMode();
  const tokensOf = useRowTokens(file);
  const pairs = useMemo(() => (mode === 'split' ? pairRows(file.rows) : []), [mode, file]);
  const count = mode === 'split' ? pairs.length : file.rows.length;
  const render = useCallback(
    (index: number): ReactNode => {
      const pair = pairs[index];
      const row = file.rows[index];
      if (mode === 'split') return pair && <SplitRow {...{ pair, file, tokensOf, additions }} />;
      return row && <UnifiedRow {...{ row, file, tokensOf, additions }} />;
    },
    [pairs, file, mode, tokensOf, additions],
  );
  const label = `Changes of ${file.entry.new_path}`;
  const isSplit = mode === 'split';
  const renderRows = useCallback(
    (start: number, end: number): ReactNode => (
      <table
        className={`${codeStyles.codeLines} ${styles.diffTable}${isSplit ? ` ${styles.diffSplit}` : ''}`}
        aria-label={start === 0 ? label : `From row ${start + 1}`}
      >
        <Columns isSplit={isSplit} />
        <tbody>
          {Array.from({ length: end - start }, (_, offset) => (
            <Line key={start + offset} index={start + offset} render={render} />
          ))}
        </tbody>
      </table>
    ),
    [render, label, isSplit],
  );
  const textOf = useCallback(
    (index: number): string => {
      if (!isSplit) return file.rows[index]?.text ?? '';
      const { left, right } = pairs[index] ?? {};
      return left === right ? (left?.text ?? '') : `${left?.text ?? ''} ${right?.text ?? ''}`;
    },
    [file, pairs, isSplit],
  );
  return <ChunkedLines count={count} render={renderRows} textOf={textOf} startsFull={startsFull} />;
}

const numberClass = `${codeStyles.codeNumber} ${styles.codeNumber}`;
const lineClass = `${codeStyles.codeLine} ${styles.codeLine}`;

/** A line, rendered again only if its content may have changed, and not while scrolling. */
const Line = memo(function Line({ index, render }: { index: number; render: (index: number) => ReactNode }) {
  return render(index);
});

function Columns({ isSplit }: { isSplit: boolean }) {
  return (
    <colgroup>
      <col className={numberClass} />
      {isSplit ? <col /> : <col className={numberClass} />}
      <col className={isSplit ? numberClass : styles.diffSign} />
      <col />
    </colgroup>
  );
}

interface RowProps {
  file: ParsedFile;
  tokensOf: TokensOf;
  additions: DiffAdditions;
}

/** Returns the place of a line. A line that is changed in whitespace only is an added one. */
export function placeOfRow({ entry }: ParsedFile, { oldLine, newLine, isWhitespaceChange }: DiffRow): DiffPlace {
  return {
    oldPath: entry.old_path,
    newPath: entry.new_path,
    oldLine: isWhitespaceChange ? undefined : oldLine,
    newLine,
  };
}

const rowClasses: Readonly<Record<DiffRow['type'], string | undefined>> = {
  added: styles.diffRowAdded,
  removed: styles.diffRowRemoved,
  hunk: styles.diffRowHunk,
  note: styles.diffRowNote,
  context: undefined,
};
const cellClasses: Readonly<Partial<Record<DiffRow['type'], string | undefined>>> = {
  added: styles.cellAdded,
  removed: styles.cellRemoved,
};

const signs = { added: '+', removed: '−', context: '', hunk: '', note: '' };
const spoken = { added: 'added', removed: 'removed', context: '', hunk: '', note: '' };

function UnifiedRow({ row, file, tokensOf, additions }: RowProps & { row: DiffRow }) {
  if (row.type === 'hunk' || row.type === 'note')
    return (
      <tr className={rowClasses[row.type]}>
        <td colSpan={COLUMNS - 1} />
        <td className={lineClass}>{row.text}</td>
      </tr>
    );
  const place = placeOfRow(file, row);
  return (
    <>
      <tr className={rowClasses[row.type]}>
        <td className={numberClass}>
          <CommentButton place={place} additions={additions} />
          {row.oldLine}
        </td>
        <td className={numberClass}>{row.newLine}</td>
        <td className={styles.diffSign}>
          <span aria-hidden="true">{signs[row.type]}</span>
          <span className="visually-hidden">{spoken[row.type]}</span>
        </td>
        <td className={lineClass}>
          <CodeText text={row.text} tokens={tokensOf(row)} />
        </td>
      </tr>
      <Below place={place} additions={additions} />
    </>
  );
}

function SplitRow({ pair: { left, right }, file, tokensOf, additions }: RowProps & { pair: DiffPair }) {
  if (left && left === right && (left.type === 'hunk' || left.type === 'note'))
    return (
      <tr className={rowClasses[left.type]}>
        <td />
        <td colSpan={COLUMNS - 1} className={lineClass}>
          {left.text}
        </td>
      </tr>
    );
  const isContext = left !== undefined && left === right;
  const leftPlace = left && !isContext ? placeOfRow(file, left) : undefined;
  const rightPlace = right && placeOfRow(file, right);
  return (
    <>
      <tr>
        <SplitCells row={left} number={left?.oldLine} place={leftPlace} {...{ tokensOf, additions }} />
        <SplitCells row={right} number={right?.newLine} place={rightPlace} {...{ tokensOf, additions }} />
      </tr>
      {leftPlace && <Below place={leftPlace} additions={additions} />}
      {rightPlace && <Below place={rightPlace} additions={additions} />}
    </>
  );
}

interface SplitCellsProps {
  row: DiffRow | undefined;
  number: number | undefined;
  place: DiffPlace | undefined;
  tokensOf: TokensOf;
  additions: DiffAdditions;
}

function SplitCells({ row, number, place, tokensOf, additions }: SplitCellsProps) {
  if (!row)
    return (
      <>
        <td className={`${numberClass} ${styles.cellEmpty}`} />
        <td className={`${lineClass} ${styles.cellEmpty}`} />
      </>
    );
  const tone = cellClasses[row.type] ?? '';
  return (
    <>
      <td className={`${numberClass} ${tone}`}>
        {place && <CommentButton place={place} additions={additions} />}
        {number}
      </td>
      <td className={`${lineClass} ${tone}`}>
        <CodeText text={row.text} tokens={tokensOf(row)} />
      </td>
    </>
  );
}

function CommentButton({ place, additions: { onComment } }: { place: DiffPlace; additions: DiffAdditions }) {
  if (!onComment) return null;
  const line = place.newLine ?? place.oldLine;
  return (
    <button
      type="button"
      className={styles.diffComment}
      aria-label={`Comment on line ${line}`}
      onClick={() => onComment(place)}
    >
      +
    </button>
  );
}

function Below({ place, additions: { below } }: { place: DiffPlace; additions: DiffAdditions }) {
  const content = below?.(place) ?? null;
  if (content === null) return null;
  return (
    <tr className={styles.diffBelow}>
      <td colSpan={COLUMNS}>{content}</td>
    </tr>
  );
}

/**
 * Colours by row. Both sides are highlighted as texts of their own, because a line alone does not
 * show whether it is in a comment or string.
 */
function useRowTokens({ rows, entry }: ParsedFile): TokensOf {
  const sides = useMemo(() => {
    const left = rows.filter(({ type }) => type === 'removed' || type === 'context');
    const right = rows.filter(({ type }) => type === 'added' || type === 'context');
    const textOf = (side: DiffRow[]): string => side.map(({ text }) => text).join('\n');
    return { left, right, leftText: textOf(left), rightText: textOf(right) };
  }, [rows]);
  const leftTokens = useHighlight(sides.leftText, entry.old_path);
  const rightTokens = useHighlight(sides.rightText, entry.new_path);
  const tokens = useMemo(() => {
    const byRow = new Map<DiffRow, Token[] | undefined>();
    sides.left.forEach((row, index) => byRow.set(row, leftTokens?.[index]));
    sides.right.forEach((row, index) => byRow.set(row, rightTokens?.[index]));
    return byRow;
  }, [sides, leftTokens, rightTokens]);
  return useCallback((row) => tokens.get(row), [tokens]);
}

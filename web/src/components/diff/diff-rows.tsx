/** The lines of a file, unified or side by side. Long files only render the visible lines. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Token } from '#lib/highlight';
import { CodeText } from '../code/code-text';
import { useHighlight } from '../code/use-highlight';
import { useDiffMode } from './diff-mode';
import { pairRows, type DiffPair, type DiffRow, type ParsedFile } from './parse-diff';

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

/** Files with more lines only render the visible ones. */
export const MAX_PLAIN_ROWS = 500;
const ROW_HEIGHT = 20;
/** Both forms have as many columns. */
const COLUMNS = 4;

type TokensOf = (row: DiffRow) => Token[] | undefined;

/** Shows the lines. */
export function DiffRows({ file, additions }: { file: ParsedFile; additions: DiffAdditions }) {
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
  const Rows = count > MAX_PLAIN_ROWS ? VirtualRows : PlainRows;
  return <Rows {...{ count, render, label, isSplit: mode === 'split' }} />;
}

/** A line, rendered again only if its content may have changed, and not while scrolling. */
const Line = memo(function Line({ index, render }: { index: number; render: (index: number) => ReactNode }) {
  return render(index);
});

interface RowsProps {
  count: number;
  isSplit: boolean;
  label: string;
  render: (index: number) => ReactNode;
}

function Columns({ isSplit }: { isSplit: boolean }) {
  return (
    <colgroup>
      <col className="code-number" />
      {isSplit ? <col /> : <col className="code-number" />}
      <col className={isSplit ? 'code-number' : 'diff-sign'} />
      <col />
    </colgroup>
  );
}

function PlainRows({ count, isSplit, label, render }: RowsProps) {
  return (
    <table className={`code-lines diff-table${isSplit ? ' diff-split' : ''}`} aria-label={label}>
      <Columns isSplit={isSplit} />
      <tbody>
        {Array.from({ length: count }, (_, index) => (
          <Line key={index} index={index} render={render} />
        ))}
      </tbody>
    </table>
  );
}

function VirtualRows({ count, isSplit, label, render }: RowsProps) {
  const table = useRef<HTMLTableElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (table.current) setTop(Math.round(table.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // Files above may load or collapse.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_HEIGHT,
    overscan: 40,
    scrollMargin: top,
    // The overscan covers what a frame scrolls, so that a frame need not wait for the lines.
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return (
    <table
      ref={table}
      className={`code-lines diff-table${isSplit ? ' diff-split' : ''}`}
      aria-label={label}
      aria-rowcount={count}
    >
      <Columns isSplit={isSplit} />
      <Spacer height={before} />
      {items.map(({ index, key }) => (
        // A line and what is below it are measured together.
        <tbody key={key} data-index={index} ref={virtualizer.measureElement}>
          <Line index={index} render={render} />
        </tbody>
      ))}
      <Spacer height={after} />
    </table>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={COLUMNS} style={{ height }} />
      </tr>
    </tbody>
  );
}

interface RowProps {
  file: ParsedFile;
  tokensOf: TokensOf;
  additions: DiffAdditions;
}

function placeOf({ entry }: ParsedFile, { oldLine, newLine }: Pick<DiffRow, 'oldLine' | 'newLine'>): DiffPlace {
  return { oldPath: entry.old_path, newPath: entry.new_path, oldLine, newLine };
}

const signs = { added: '+', removed: '−', context: '', hunk: '', note: '' };
const spoken = { added: 'added', removed: 'removed', context: '', hunk: '', note: '' };

function UnifiedRow({ row, file, tokensOf, additions }: RowProps & { row: DiffRow }) {
  if (row.type === 'hunk' || row.type === 'note')
    return (
      <tr className={`diff-row-${row.type}`}>
        <td colSpan={COLUMNS - 1} />
        <td className="code-line">{row.text}</td>
      </tr>
    );
  const place = placeOf(file, row);
  return (
    <>
      <tr className={`diff-row-${row.type}`}>
        <td className="code-number">
          <CommentButton place={place} additions={additions} />
          {row.oldLine}
        </td>
        <td className="code-number">{row.newLine}</td>
        <td className="diff-sign">
          <span aria-hidden="true">{signs[row.type]}</span>
          <span className="visually-hidden">{spoken[row.type]}</span>
        </td>
        <td className="code-line">
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
      <tr className={`diff-row-${left.type}`}>
        <td />
        <td colSpan={COLUMNS - 1} className="code-line">
          {left.text}
        </td>
      </tr>
    );
  const isContext = left !== undefined && left === right;
  const leftPlace = left && !isContext ? placeOf(file, left) : undefined;
  const rightPlace = right && placeOf(file, right);
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
        <td className="code-number cell-empty" />
        <td className="code-line cell-empty" />
      </>
    );
  const tone = row.type === 'added' || row.type === 'removed' ? ` cell-${row.type}` : '';
  return (
    <>
      <td className={`code-number${tone}`}>
        {place && <CommentButton place={place} additions={additions} />}
        {number}
      </td>
      <td className={`code-line${tone}`}>
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
      className="diff-comment"
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
    <tr className="diff-below">
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

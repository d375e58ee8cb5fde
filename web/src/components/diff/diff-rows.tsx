/** The lines of a file, unified or side by side. */
import { plural, t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { memo, useCallback, useMemo, type ComponentType, type ReactNode } from 'react';
import type { DiffEntry } from '#api/types';
import type { Token } from '#lib/highlight';
import { ChunkedLines } from '../code/chunked-lines';
import { CodeText } from '../code/code-text';
import { useHighlight } from '../code/use-highlight';
import { ChevronsDown, ChevronsUp } from 'lucide-react';
import { useDiffMode } from './diff-mode';
import { placeOfRow, type DiffPlace } from './diff-place';
import { expandable, type LineSpan } from './expand-context';
import { lineTypeTexts } from './line-type-texts';
import { useLineSelection, type LineSide } from './use-line-selection';
import { createWordLookup, type WordsOf } from './word-lookup';
import { pairRows, type DiffPair, type DiffRow, type ParsedFile } from './parse-diff';
import codeStyles from '../code/code.module.css';
import styles from './diff.module.css';

/** What a page adds to the lines, such as discussions. It must not change while they are shown. */
export interface DiffAdditions {
  /** Shows content below a line, in a `<BelowLine>`; null for none. */
  Below?: ComponentType<{ place: DiffPlace }>;
  /**
   * Adds a button to each line, and lets the visitor choose several lines. `start` is the first of
   * them, and `place` the last.
   */
  onComment?: (place: DiffPlace, start: DiffPlace) => void;
  /** Loads the lines of a file after the change, so that more of them can be shown. */
  loadLines?: (file: DiffEntry) => Promise<string[]>;
}

/** Nothing is added. */
export const NO_ADDITIONS: DiffAdditions = {};

/** Both forms have as many columns. */
const COLUMNS = 4;

type TokensOf = (row: DiffRow) => Token[] | undefined;

interface DiffRowsProps {
  file: ParsedFile;
  /** Shows hidden lines. */
  expand?: (span: LineSpan) => void;
  additions: DiffAdditions;
  /** Whether the first lines are rendered in full at once. */
  startsFull: boolean;
}

/** Shows the lines. */
export function DiffRows({ file, additions, expand, startsFull }: DiffRowsProps) {
  const mode = useDiffMode();
  const tokensOf = useRowTokens(file);
  const allPairs = useMemo(() => pairRows(file.rows), [file]);
  const wordsOf = useMemo(() => createWordLookup(allPairs), [allPairs]);
  const pairs = mode === 'split' ? allPairs : NO_PAIRS;
  const count = mode === 'split' ? pairs.length : file.rows.length;
  const render = useCallback(
    (index: number): ReactNode => {
      const pair = pairs[index];
      const row = file.rows[index];
      if (mode === 'split')
        return (
          pair && (
            <SplitRow
              pair={pair}
              index={index}
              file={file}
              tokensOf={tokensOf}
              wordsOf={wordsOf}
              additions={additions}
              expand={expand}
            />
          )
        );
      return (
        row && (
          <UnifiedRow
            row={row}
            index={index}
            file={file}
            tokensOf={tokensOf}
            wordsOf={wordsOf}
            additions={additions}
            expand={expand}
          />
        )
      );
    },
    [pairs, file, mode, tokensOf, wordsOf, additions, expand],
  );
  const label = t`Changes of ${file.entry.new_path}`;
  const isSplit = mode === 'split';
  const renderRows = useCallback(
    (start: number, end: number): ReactNode => (
      <table
        className={`${codeStyles.codeLines} ${styles.diffTable}${isSplit ? ` ${styles.diffSplit}` : ''}`}
        aria-label={start === 0 ? label : t`From row ${start + 1}`}
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
  const placeAt = useCallback(
    (index: number, side: LineSide): DiffPlace | undefined => {
      const pair = pairs[index];
      const row = isSplit ? (side === 'old' ? pair?.left : pair?.right) : file.rows[index];
      return row === undefined || row.type === 'hunk' || row.type === 'note' ? undefined : placeOfRow(file, row);
    },
    [pairs, file, isSplit],
  );
  const selection = useLineSelection(placeAt, additions.onComment);
  const lines = <ChunkedLines count={count} render={renderRows} textOf={textOf} startsFull={startsFull} />;
  return (
    // The buttons of the lines do the same for those who use the keyboard.
    <div role="presentation" data-lines className={additions.onComment && styles.canSelect} {...selection}>
      {lines}
    </div>
  );
}

const NO_PAIRS: readonly DiffPair[] = [];

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
  index: number;
  file: ParsedFile;
  tokensOf: TokensOf;
  wordsOf: WordsOf;
  additions: DiffAdditions;
  expand: ((span: LineSpan) => void) | undefined;
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

const wordClasses: Readonly<Partial<Record<DiffRow['type'], string | undefined>>> = {
  added: styles.wordAdded,
  removed: styles.wordRemoved,
};

const signs = { added: '+', removed: '−', context: '', hunk: '', note: '' };

function UnifiedRow({ row, index, file, tokensOf, wordsOf, additions, expand }: RowProps & { row: DiffRow }) {
  if (row.type === 'hunk' || row.type === 'note') return <HunkRow row={row} columns={COLUMNS - 1} expand={expand} />;
  const place = placeOfRow(file, row);
  const { Below } = additions;
  return (
    <>
      <tr className={rowClasses[row.type]} data-row={index}>
        <td className={numberClass} data-side="old">
          <CommentButton place={place} additions={additions} />
          {row.oldLine}
        </td>
        <td className={numberClass} data-side="new">
          {row.newLine}
        </td>
        <td className={styles.diffSign}>
          <span aria-hidden="true">{signs[row.type]}</span>
          <span className="visually-hidden">{lineTypeTexts[row.type]}</span>
        </td>
        <td className={lineClass}>
          <CodeText text={row.text} tokens={tokensOf(row)} marks={wordsOf(row)} markClass={wordClasses[row.type]} />
        </td>
      </tr>
      {Below && <Below place={place} />}
    </>
  );
}

interface HunkRowProps extends Pick<RowProps, 'expand'> {
  row: DiffRow;
  /** Columns before the text. */
  columns: number;
}

function spanText({ from, to }: LineSpan, isUpwards: boolean): string {
  const count = to - from + 1;
  return isUpwards
    ? t`Show ${plural(count, { one: '# line', other: '# lines' })} up from line ${from}`
    : t`Show ${plural(count, { one: '# line', other: '# lines' })} from line ${from}`;
}

/** The header of a hunk, with buttons that show hidden lines. */
function HunkRow({ row, columns, expand }: HunkRowProps) {
  const { above, below, all } = row.hidden && expand ? expandable(row.hidden) : {};
  const button = (span: LineSpan | undefined, isUpwards = false) =>
    span && (
      <button
        type="button"
        className={styles.expand}
        aria-label={spanText(span, isUpwards)}
        onClick={() => expand?.(span)}
      >
        {isUpwards ? <ChevronsUp size={14} aria-hidden="true" /> : <ChevronsDown size={14} aria-hidden="true" />}
        <Plural value={span.to - span.from + 1} one="# line" other="# lines" />
      </button>
    );
  return (
    <tr className={rowClasses[row.type]}>
      <td colSpan={columns} />
      <td colSpan={COLUMNS - columns} className={lineClass}>
        {button(all)}
        {button(above, true)}
        {button(below)}
        {row.text}
      </td>
    </tr>
  );
}

function SplitRow({
  pair: { left, right },
  index,
  file,
  tokensOf,
  wordsOf,
  additions,
  expand,
}: RowProps & { pair: DiffPair }) {
  if (left && left === right && (left.type === 'hunk' || left.type === 'note'))
    return <HunkRow row={left} columns={1} expand={expand} />;
  const isContext = left !== undefined && left === right;
  const leftPlace = left && !isContext ? placeOfRow(file, left) : undefined;
  const rightPlace = right && placeOfRow(file, right);
  const { Below } = additions;
  const shared = { tokensOf, wordsOf, additions };
  return (
    <>
      <tr data-row={index}>
        <SplitCells row={left} side="old" number={left?.oldLine} place={leftPlace} {...shared} />
        <SplitCells row={right} side="new" number={right?.newLine} place={rightPlace} {...shared} />
      </tr>
      {Below && leftPlace && <Below place={leftPlace} />}
      {Below && rightPlace && <Below place={rightPlace} />}
    </>
  );
}

interface SplitCellsProps extends Pick<RowProps, 'tokensOf' | 'wordsOf' | 'additions'> {
  row: DiffRow | undefined;
  side: LineSide;
  number: number | undefined;
  place: DiffPlace | undefined;
}

function SplitCells({ row, side, number, place, tokensOf, wordsOf, additions }: SplitCellsProps) {
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
      <td className={`${numberClass} ${tone}`} data-side={side}>
        {place && <CommentButton place={place} additions={additions} />}
        {number}
      </td>
      <td className={`${lineClass} ${tone}`}>
        <CodeText text={row.text} tokens={tokensOf(row)} marks={wordsOf(row)} markClass={wordClasses[row.type]} />
      </td>
    </>
  );
}

function CommentButton({ place, additions: { onComment } }: { place: DiffPlace; additions: DiffAdditions }) {
  if (!onComment) return null;
  const line = place.newLine ?? place.oldLine;
  return (
    <button type="button" className={styles.diffComment} aria-label={t`Comment on line ${line ?? 0}`} data-comment>
      +
    </button>
  );
}

/** The row below a line. */
export function BelowLine({ children }: { children: ReactNode }) {
  return (
    <tr className={styles.diffBelow}>
      <td colSpan={COLUMNS}>{children}</td>
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

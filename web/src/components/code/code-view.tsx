/**
 * The text of a file with line numbers. A click on a number marks the line in the address (`#L10`),
 * with Shift a range (`#L10-20`). Long files only render the visible lines.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keepsScroll } from '#lib/use-scroll-positions';
import { CodeText } from './code-text';
import { useHighlight } from './use-highlight';

const MAX_PLAIN_LINES = 1500;
const LINE_HEIGHT = 20;

interface CodeViewProps {
  text: string;
  fileName: string;
  /** Content of a column before the line numbers, such as the commit that changed a line. */
  before?: (line: number) => ReactNode;
  /** Classes of a line. */
  classOf?: (line: number) => string | undefined;
}

/** Lines marked in the address, starting at 1. */
interface Range {
  first: number;
  last: number;
}

/** Shows the text. */
export function CodeView({ text, fileName, before, classOf }: CodeViewProps) {
  const lines = useMemo(() => {
    const all = text.split(/\r?\n/);
    if (all.length > 1 && all.at(-1) === '') all.pop();
    return all;
  }, [text]);
  const tokens = useHighlight(
    useMemo(() => lines.join('\n'), [lines]),
    fileName,
  );
  const { marked, mark } = useMarkedLines();
  const row = (index: number): ReactNode => {
    const number = index + 1;
    const isMarked = marked !== undefined && number >= marked.first && number <= marked.last;
    const classes = [isMarked ? 'is-marked' : '', classOf?.(number) ?? ''].join(' ').trim();
    return (
      <tr key={index} id={`L${number}`} className={classes === '' ? undefined : classes}>
        {before?.(number)}
        <td className="code-number">
          <a href={`#L${number}`} aria-label={`Line ${number}`} onClick={(event) => mark(number, event)}>
            {number}
          </a>
        </td>
        <td className="code-line">
          <CodeText text={lines[index] ?? ''} tokens={tokens?.[index]} />
        </td>
      </tr>
    );
  };
  const View = lines.length > MAX_PLAIN_LINES ? VirtualLines : PlainLines;
  return <View count={lines.length} row={row} first={marked?.first} hasColumn={before !== undefined} />;
}

interface LinesProps {
  count: number;
  row: (index: number) => ReactNode;
  /** The first marked line, which is scrolled into view. */
  first: number | undefined;
  hasColumn: boolean;
}

function PlainLines({ count, row, first }: LinesProps) {
  const target = useRef(first);
  useEffect(() => {
    if (target.current !== undefined)
      document.getElementById(`L${target.current}`)?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <table className="code-lines" aria-label="Content of the file">
      <tbody>{Array.from({ length: count }, (_, index) => row(index))}</tbody>
    </table>
  );
}

function VirtualLines({ count, row, first, hasColumn }: LinesProps) {
  const table = useRef<HTMLTableElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (table.current) setTop(Math.round(table.current.getBoundingClientRect().top + window.scrollY));
  }, []);
  const virtualizer = useWindowVirtualizer({ count, estimateSize: () => LINE_HEIGHT, overscan: 40, scrollMargin: top });
  const target = useRef(first);
  useEffect(() => {
    if (top > 0 && target.current !== undefined) {
      virtualizer.scrollToIndex(target.current - 1, { align: 'center' });
      target.current = undefined;
    }
  }, [top, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const columns = hasColumn ? 3 : 2;
  const spaceBefore = (items[0]?.start ?? top) - top;
  const spaceAfter = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return (
    <table ref={table} className="code-lines" aria-label="Content of the file" aria-rowcount={count}>
      <Spacer height={spaceBefore} columns={columns} />
      {items.map(({ index, key }) => (
        <tbody key={key} data-index={index} ref={virtualizer.measureElement}>
          {row(index)}
        </tbody>
      ))}
      <Spacer height={spaceAfter} columns={columns} />
    </table>
  );
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={columns} style={{ height }} />
      </tr>
    </tbody>
  );
}

function useMarkedLines() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [, from, to] = /^#L(\d+)(?:-L?(\d+))?$/.exec(hash) ?? [];
  const marked: Range | undefined = from === undefined ? undefined : { first: Number(from), last: Number(to ?? from) };
  const mark = (line: number, event: MouseEvent): void => {
    event.preventDefault();
    const start = event.shiftKey && marked ? Math.min(marked.first, line) : line;
    const end = event.shiftKey && marked ? Math.max(marked.first, line) : line;
    const target = start === end ? `#L${start}` : `#L${start}-${end}`;
    void navigate(`${pathname}${search}${target}`, { replace: true, state: keepsScroll });
  };
  return { marked, mark };
}

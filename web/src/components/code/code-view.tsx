/**
 * The text of a file with line numbers. A click on a number marks the line in the address (`#L10`),
 * with Shift a range (`#L10-20`).
 */
import { t } from '@lingui/core/macro';
import { memo, useCallback, useEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Token } from '#lib/highlight';
import { keepsScroll } from '#lib/use-scroll-positions';
import { ChunkedLines } from './chunked-lines';
import { CodeText } from './code-text';
import { useHighlight } from './use-highlight';
import styles from './code.module.css';

interface CodeViewProps {
  text: string;
  fileName: string;
  /** Content of a column before the line numbers, such as the commit that changed a line. */
  before?: ((line: number) => ReactNode) | undefined;
  /** Classes of a line. */
  classOf?: ((line: number) => string | undefined) | undefined;
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
  const render = useCallback(
    (start: number, end: number): ReactNode => (
      <table className={styles.codeLines} aria-label={start === 0 ? t`Content of the file` : t`From line ${start + 1}`}>
        <tbody>
          {lines.slice(start, end).map((line, offset) => {
            const number = start + offset + 1;
            return (
              <Row
                key={number}
                number={number}
                text={line}
                tokens={tokens?.[start + offset]}
                isMarked={marked !== undefined && number >= marked.first && number <= marked.last}
                mark={mark}
                before={before}
                classOf={classOf}
              />
            );
          })}
        </tbody>
      </table>
    ),
    [lines, tokens, marked, mark, before, classOf],
  );
  const textOf = useCallback((index: number) => lines[index] ?? '', [lines]);
  const first = useFirstMarked(marked);
  return (
    <ChunkedLines
      count={lines.length}
      render={render}
      textOf={textOf}
      target={first === undefined ? undefined : first - 1}
    />
  );
}

interface RowProps extends Pick<CodeViewProps, 'before' | 'classOf'> {
  number: number;
  text: string;
  tokens: Token[] | undefined;
  isMarked: boolean;
  mark: (line: number, event: MouseEvent) => void;
}

/** A line, rendered again only if it changes: a file may have thousands. */
const Row = memo(function Row({ number, text, tokens, isMarked, mark, before, classOf }: RowProps) {
  const classes = [isMarked ? styles.isMarked : '', classOf?.(number) ?? ''].join(' ').trim();
  return (
    <tr id={`L${number}`} className={classes === '' ? undefined : classes}>
      {before?.(number)}
      <td className={styles.codeNumber}>
        <a href={`#L${number}`} aria-label={t`Line ${number}`} onClick={(event) => mark(number, event)}>
          {number}
        </a>
      </td>
      <td className={styles.codeLine}>
        <CodeText text={text} tokens={tokens} />
      </td>
    </tr>
  );
});

/** The line that was marked when the page was opened, which is scrolled into view. */
function useFirstMarked(marked: Range | undefined): number | undefined {
  const [first] = useState(marked?.first);
  useEffect(() => {
    if (first !== undefined) document.getElementById(`L${first}`)?.scrollIntoView({ block: 'center' });
  }, [first]);
  return first;
}

/** Returns the lines that an address marks with `#L10` or `#L10-20`. */
export function linesOfHash(hash: string): Range | undefined {
  const [, from, to] = /^#L(\d+)(?:-L?(\d+))?$/.exec(hash) ?? [];
  if (from === undefined) return undefined;
  return { first: Number(from), last: Number(to ?? from) };
}

function useMarkedLines() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const marked = useMemo(() => linesOfHash(hash), [hash]);
  // The rows keep the function, so that they are not rendered again.
  const current = useRef({ marked, address: '' });
  useEffect(() => {
    current.current = { marked, address: `${pathname}${search}` };
  });
  const mark = useCallback(
    (line: number, event: MouseEvent): void => {
      event.preventDefault();
      const { marked: before, address } = current.current;
      const start = event.shiftKey && before ? Math.min(before.first, line) : line;
      const end = event.shiftKey && before ? Math.max(before.first, line) : line;
      const target = start === end ? `#L${start}` : `#L${start}-${end}`;
      void navigate(`${address}${target}`, { replace: true, state: keepsScroll });
    },
    [navigate],
  );
  return { marked, mark };
}

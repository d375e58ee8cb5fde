/**
 * Many lines in chunks. Those far from the visible part are plain text of the same height, so that
 * the search of the browser finds every line; they are rendered in full when they come near, or
 * when the browser is idle.
 */
import { memo, startTransition, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { runWhenIdle } from '#lib/idle-queue';
import styles from './code.module.css';

/** Lines of a chunk. */
export const CHUNK_LINES = 200;
const LINE_HEIGHT = 20;
/** Chunks are rendered before they are scrolled into view. */
const PRELOAD_MARGIN = '1500px';

interface ChunkedLinesProps {
  count: number;
  /** Renders the rows from an index up to another one, without it. */
  render: (start: number, end: number) => ReactNode;
  /** Returns the text of a row. */
  textOf: (index: number) => string;
  /** The index that is shown first, which scrolls into view. */
  target?: number | undefined;
  /** Whether the first chunk is rendered in full at once. */
  startsFull?: boolean;
}

/** Shows the lines. */
export function ChunkedLines({ count, render, textOf, target, startsFull = true }: ChunkedLinesProps) {
  const starts = Array.from({ length: Math.ceil(count / CHUNK_LINES) }, (_, index) => index * CHUNK_LINES);
  return (
    <>
      {starts.map((start) => {
        const end = Math.min(start + CHUNK_LINES, count);
        const isTarget = target !== undefined && target >= start && target < end;
        return (
          <Chunk
            key={start}
            start={start}
            end={end}
            render={render}
            textOf={textOf}
            isTarget={isTarget}
            startsFull={isTarget || (startsFull && start === 0)}
          />
        );
      })}
    </>
  );
}

interface ChunkProps extends Pick<ChunkedLinesProps, 'render' | 'textOf'> {
  start: number;
  end: number;
  isTarget: boolean;
  startsFull: boolean;
}

const Chunk = memo(function Chunk({ start, end, render, textOf, isTarget, startsFull }: ChunkProps) {
  const element = useRef<HTMLDivElement>(null);
  const [isFull, setIsFull] = useState(startsFull);
  useLayoutEffect(() => {
    if (isTarget && start > 0) element.current?.scrollIntoView({ block: 'center' });
  }, [isTarget, start]);
  useEffect(() => {
    if (isFull || !element.current) return;
    // Scrolling comes first.
    const show = (): void => startTransition(() => setIsFull(true));
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && show(), {
      rootMargin: PRELOAD_MARGIN,
    });
    observer.observe(element.current);
    const cancel = runWhenIdle(show, end - start);
    return () => {
      observer.disconnect();
      cancel();
    };
  }, [isFull, start, end]);
  return (
    <div
      ref={element}
      className={styles.codeChunk}
      style={{ containIntrinsicBlockSize: `auto ${(end - start) * LINE_HEIGHT}px` }}
    >
      {isFull ? (
        render(start, end)
      ) : (
        <pre className={styles.codePlain}>
          {Array.from({ length: end - start }, (_, index) => textOf(start + index)).join('\n')}
        </pre>
      )}
    </div>
  );
});

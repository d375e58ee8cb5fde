import type { Token } from '#lib/highlight';
import './highlight.css';

interface CodeTextProps {
  text: string;
  /** Coloured parts, once they are known. */
  tokens?: Token[] | undefined;
  /** Parts that are marked, in their order. */
  marks?: readonly { start: number; end: number }[] | undefined;
  /** The class of marked parts. */
  markClass?: string | undefined;
}

/** A line of code, with colours if its tokens are known. */
export function CodeText({ text, tokens, marks, markClass }: CodeTextProps) {
  const parts = tokens ?? (text === '' ? [] : [{ text }]);
  if (parts.length === 0) return <>{'\n'}</>;
  if (marks === undefined || marks.length === 0) return <Parts parts={parts} />;
  return (
    <>
      {splitAt(parts, marks).map(({ part, isMarked }, index) =>
        isMarked ? (
          <span key={index} className={markClass}>
            <Parts parts={[part]} />
          </span>
        ) : (
          <Parts key={index} parts={[part]} />
        ),
      )}
    </>
  );
}

type Part = Pick<Token, 'text'> & Partial<Token>;

function Parts({ parts }: { parts: readonly Part[] }) {
  return (
    <>
      {parts.map(({ text, className }, index) =>
        className === undefined ? (
          text
        ) : (
          <span key={index} className={className}>
            {text}
          </span>
        ),
      )}
    </>
  );
}

/** Splits tokens where marked parts begin and end. */
function splitAt(
  parts: readonly Part[],
  marks: NonNullable<CodeTextProps['marks']>,
): { part: Part; isMarked: boolean }[] {
  const borders = marks.flatMap(({ start, end }) => [start, end]);
  let at = 0;
  return parts.flatMap((part) => {
    const from = at;
    at += part.text.length;
    const cuts = [from, ...borders.filter((border) => border > from && border < at), at];
    return cuts.slice(0, -1).map((start, index) => ({
      part: { ...part, text: part.text.slice(start - from, (cuts[index + 1] ?? at) - from) },
      isMarked: marks.some((mark) => start >= mark.start && start < mark.end),
    }));
  });
}

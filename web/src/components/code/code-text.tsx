import type { Token } from '#lib/highlight';
import './code.css';

/** A line of code, with colours if its tokens are known. */
export function CodeText({ text, tokens }: { text: string; tokens?: Token[] | undefined }) {
  if (!tokens) return <>{text === '' ? '\n' : text}</>;
  if (tokens.length === 0) return <>{'\n'}</>;
  return (
    <>
      {tokens.map(({ text: part, className }, index) =>
        className === undefined ? (
          part
        ) : (
          <span key={index} className={className}>
            {part}
          </span>
        ),
      )}
    </>
  );
}

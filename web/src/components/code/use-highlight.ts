import { startTransition, useEffect, useState } from 'react';
import type { Token } from '#lib/highlight';

/** The tokens of each line of a text, once the highlighter is loaded; undefined until then. */
export function useHighlight(text: string | undefined, fileName: string): Token[][] | undefined {
  const [result, setResult] = useState<{ text: string; lines: Token[][] | undefined }>();
  useEffect(() => {
    let isCurrent = true;
    if (text !== undefined)
      void import('#lib/highlight')
        .then(({ highlightLines }) => highlightLines(text, fileName))
        .then((lines) => {
          // Scrolling comes first.
          if (isCurrent) startTransition(() => setResult({ text, lines }));
        })
        // Without the grammar, the text stays plain.
        .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [text, fileName]);
  return result?.text === text ? result?.lines : undefined;
}

/** Colours of code blocks whose language is known. */
import '../code/highlight.css';

const BLOCK = 'pre > code[class*="language-"]';

/** Colours the blocks in an element. Blocks stay plain if the highlighter cannot be loaded. */
export async function colorCode(element: HTMLElement, signal: AbortSignal): Promise<void> {
  const blocks = [...element.querySelectorAll<HTMLElement>(BLOCK)].filter((block) => languageOf(block) !== 'mermaid');
  if (blocks.length === 0) return;
  const highlighter = await import('#lib/highlight').catch(() => undefined);
  for (const block of blocks) {
    const text = block.textContent;
    const lines = await highlighter?.highlightLanguage(text, languageOf(block)).catch(() => undefined);
    if (signal.aborted) return;
    if (!lines) continue;
    const parts = lines.flatMap((tokens, index) => {
      const nodes = tokens.map(({ text: part, className }) => {
        if (className === undefined) return document.createTextNode(part);
        const span = document.createElement('span');
        span.className = className;
        span.textContent = part;
        return span;
      });
      return index === 0 ? nodes : [document.createTextNode('\n'), ...nodes];
    });
    block.replaceChildren(...parts);
  }
}

/** Returns the language that a block names, in lower case. */
export function languageOf(block: HTMLElement): string {
  const name = [...block.classList].find((one) => one.startsWith('language-')) ?? '';
  return name.slice('language-'.length).toLowerCase();
}

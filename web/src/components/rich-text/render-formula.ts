/** Renders formulas with KaTeX. Load it by `import()`: library, style and fonts are large. */
import katex from 'katex';
import styleAddress from 'katex/dist/katex.min.css?url';
import { loadStyle } from '#lib/load-style';

/** Longer formulas stay text. */
const MAX_LENGTH = 10_000;
/** Bounds the work and the size of a formula of somebody else. */
const MAX_EXPANSIONS = 500;
const MAX_SIZE_EM = 20;

/** Loads the style of formulas, which is not part of the style sheet of all pages. */
export function loadFormulaStyle(): Promise<void> {
  return loadStyle(styleAddress);
}

/** Replaces the source in an element with the formula. */
export function renderFormula(element: HTMLElement): void {
  const source = element.textContent;
  if (source.length > MAX_LENGTH) return;
  katex.render(source, element, {
    displayMode: element.classList.contains('math-display'),
    throwOnError: false,
    strict: 'ignore',
    trust: false,
    maxExpand: MAX_EXPANSIONS,
    maxSize: MAX_SIZE_EM,
  });
}

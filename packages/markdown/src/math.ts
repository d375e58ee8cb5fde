/**
 * Mathematics: `$a^2$` and `` $`a^2`$ `` in a line, `$$...$$` and code blocks with the language
 * `math` on their own. The formula stays as text; pages render it.
 */
import type { MarkdownIt as Parser } from 'markdown-it';

const LANGUAGE = 'math';
/** Longer texts between dollar signs are no formulas. It bounds the search for the end. */
const MAX_INLINE_LENGTH = 1_000;
const DOLLAR = '$';

/** Adds formulas to a parser. */
export function math(parser: Parser): void {
  const { escapeHtml } = parser.utils;
  parser.inline.ruler.before('backticks', 'math_inline', (state, isSilent) => {
    const found = formulaAt(state.src, state.pos, state.posMax);
    if (!found) return false;
    if (!isSilent) state.push('math_inline', 'span', 0).content = found.formula;
    state.pos = found.end;
    return true;
  });
  parser.block.ruler.before(
    'fence',
    'math_block',
    (state, startLine, endLine, isSilent) => {
      const lineOf = (line: number): string =>
        state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
      const first = lineOf(startLine);
      if (!first.startsWith('$$')) return false;
      const isOneLine = first.length > 4 && first.endsWith('$$');
      if (!isOneLine && first !== '$$') return false;
      let last = startLine;
      if (!isOneLine) {
        do last++;
        while (last < endLine && lineOf(last) !== '$$' && (state.sCount[last] ?? 0) >= state.blkIndent);
        if (last >= endLine || lineOf(last) !== '$$') return false;
      }
      if (isSilent) return true;
      const token = state.push('math_block', 'div', 0);
      token.content = isOneLine
        ? first.slice(2, -2)
        : state.getLines(startLine + 1, last, state.sCount[startLine] ?? 0, false);
      token.map = [startLine, last + 1];
      state.line = last + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  const display = (formula: string): string => `<div class="math math-display">${escapeHtml(formula.trim())}</div>\n`;
  parser.renderer.rules['math_inline'] = (tokens, index) =>
    `<span class="math math-inline">${escapeHtml(tokens[index]?.content ?? '')}</span>`;
  parser.renderer.rules['math_block'] = (tokens, index) => display(tokens[index]?.content ?? '');
  const showCode = parser.renderer.rules.fence;
  parser.renderer.rules.fence = (tokens, index, options, environment, renderer) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    if (info.trim().toLowerCase() === LANGUAGE) return display(content);
    return showCode?.(tokens, index, options, environment, renderer) ?? '';
  };
}

interface Formula {
  formula: string;
  /** Position after the formula. */
  end: number;
}

function formulaAt(text: string, start: number, end: number): Formula | undefined {
  if (text[start] !== DOLLAR) return undefined;
  const isQuoted = text[start + 1] === '`';
  const from = start + (isQuoted ? 2 : 1);
  const closing = isQuoted ? '`$' : DOLLAR;
  // Amounts of money are no formulas: `$5 and $6`.
  if (!isQuoted && /[\s$]/.test(text[from] ?? ' ')) return undefined;
  const searched = text.slice(from, Math.min(end, from + MAX_INLINE_LENGTH));
  for (let at = searched.indexOf(closing); at > 0; at = searched.indexOf(closing, at + 1)) {
    const after = from + at + closing.length;
    if (!isQuoted && (/[\s\\]/.test(searched[at - 1] ?? '') || /\d/.test(text[after] ?? ''))) continue;
    return { formula: searched.slice(0, at), end: after };
  }
  return undefined;
}

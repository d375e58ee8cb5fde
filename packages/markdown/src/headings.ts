/**
 * Headings with ids, and tables of contents: a paragraph `[[_TOC_]]` or `[TOC]` becomes a list of
 * links to the headings of the text.
 */
import type { MarkdownIt as Parser, Token } from 'markdown-it';

/**
 * Prefix of all ids in rendered texts, which keeps them apart from those of a page. Links name an
 * anchor without it.
 */
export const ID_PREFIX = 'user-content-';

const CONTENTS = /^(?:\[\[_TOC_\]\]|\[TOC\])$/;
/** Further headings have no id and are not in the table of contents. */
const MAX_HEADINGS = 1_000;

interface Heading {
  level: number;
  text: string;
  anchor: string;
}

/** Adds ids and tables of contents to a parser. */
export function headings(parser: Parser): void {
  parser.core.ruler.after('inline', 'headings', (state) => {
    const found = addAnchors(state.tokens);
    // One table is enough, and many would be long.
    const at = state.tokens.findIndex(isContents);
    if (at < 0) return;
    const list = new state.Token('html_block', '', 0);
    list.content = contentsOf(found, parser.utils.escapeHtml);
    state.tokens.splice(at - 1, 3, list);
  });
}

function isContents(token: Token, index: number, tokens: readonly Token[]): boolean {
  return token.type === 'inline' && tokens[index - 1]?.type === 'paragraph_open' && CONTENTS.test(token.content.trim());
}

function addAnchors(tokens: readonly Token[]): Heading[] {
  const found: Heading[] = [];
  const uses = new Map<string, number>();
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open' || found.length >= MAX_HEADINGS) return;
    const text = textOf(tokens[index + 1]);
    const name = anchorOf(text);
    const used = uses.get(name) ?? 0;
    uses.set(name, used + 1);
    const anchor = used === 0 ? name : `${name}-${used}`;
    token.attrSet('id', `${ID_PREFIX}${anchor}`);
    found.push({ level: Number(token.tag.slice(1)), text, anchor });
  });
  return found;
}

function textOf(inline: Token | undefined): string {
  const isText = ({ type }: Token): boolean => type === 'text' || type === 'code_inline' || type === 'emoji';
  const texts = (inline?.children ?? []).filter(isText).map(({ content }) => content);
  return texts.join('').trim();
}

/** Returns `getting-started` for `Getting Started!`. */
function anchorOf(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  return name === '' ? 'section' : name;
}

function contentsOf(found: readonly Heading[], escapeHtml: (text: string) => string): string {
  /** Levels of the lists that are open. */
  const open: number[] = [];
  let html = '';
  for (const { level, text, anchor } of found) {
    while (open.length > 1 && (open.at(-2) ?? 0) >= level) {
      html += '</li></ul>';
      open.pop();
    }
    if (open.length === 0 || (open.at(-1) ?? 0) < level) {
      html += open.length === 0 ? '<ul class="table-of-contents">' : '<ul>';
      open.push(level);
    } else {
      html += '</li>';
      // A text may begin with a deeper level, or leave out one.
      open[open.length - 1] = level;
    }
    html += `<li><a href="#${encodeURIComponent(anchor)}">${escapeHtml(text)}</a>`;
  }
  return `${html}${'</li></ul>'.repeat(open.length)}\n`;
}

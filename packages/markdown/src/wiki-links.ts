/** Links between pages of a wiki: `[[Page]]` and `[[text|Page]]`. */
import type { MarkdownIt as Parser } from 'markdown-it';

/** Longer texts are no names of pages. It bounds the search for the end. */
const MAX_LENGTH = 300;

/** Whether the text is a page of a wiki, as environment of the rendering. */
export interface WikiEnvironment {
  isWiki?: boolean;
}

/** Adds links between pages to a parser. Other texts show the brackets. */
export function wikiLinks(parser: Parser): void {
  parser.inline.ruler.before('link', 'wiki_link', (state, isSilent) => {
    const { isWiki = false } = state.env as WikiEnvironment;
    if (!isWiki || !state.src.startsWith('[[', state.pos)) return false;
    const searched = state.src.slice(state.pos + 2, Math.min(state.posMax, state.pos + MAX_LENGTH));
    const [whole, text = '', page = text] = /^([^[\]|\n]+)(?:\|([^[\]|\n]+))?\]\]/.exec(searched) ?? [];
    if (whole === undefined || text.trim() === '' || page.trim() === '') return false;
    if (!isSilent) {
      const open = state.push('link_open', 'a', 1);
      open.attrSet('href', addressOf(page.trim()));
      open.attrSet('class', 'wiki-link');
      state.push('text', '', 0).content = text.trim();
      state.push('link_close', 'a', -1);
    }
    state.pos += 2 + whole.length;
    return true;
  });
}

/** Returns the address of a page relative to the root of the wiki: `my page#a` is `my-page#a`. */
function addressOf(page: string): string {
  if (/^https?:\/\//i.test(page)) return page;
  const [path = '', ...anchor] = page.split('#');
  const segments = path.split('/').filter((segment) => segment !== '');
  const address = segments.map((segment) => encodeURIComponent(segment.trim().replace(/\s+/g, '-'))).join('/');
  return `${address}${anchor.length > 0 ? `#${encodeURIComponent(anchor.join('#'))}` : ''}`;
}

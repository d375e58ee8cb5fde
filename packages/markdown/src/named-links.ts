/** Turns words of a text, such as references, into links that the caller supplies. */
import type { MarkdownIt as Parser } from 'markdown-it';

/** Link of a word. */
export interface NamedLink {
  /** URL. */
  href: string;
  /** Tooltip; empty for none. */
  title: string;
  /** Shown instead of the word. */
  text?: string | undefined;
  /** What it refers to, such as `issue`; undefined for no object of the instance. */
  type?: string | undefined;
  /** State that is shown after the word if it is not open, such as `closed`. */
  state?: string | undefined;
  /** Colour of a label, as `#d9534f`. */
  color?: string | undefined;
}

/** Attribute of a reference: what it refers to. */
export const REFERENCE_TYPE = 'data-reference-type';
/** Attribute of a reference to a label: its colour. */
export const LABEL_COLOR = 'data-color';

/** States that are not shown. */
const openStates = new Set(['opened', 'active']);

type State = Parameters<Parameters<Parser['core']['ruler']['push']>[1]>[0];
type Token = State['tokens'][number];

/** Links by word, as environment of the rendering. */
export interface LinkEnvironment {
  links?: Record<string, NamedLink>;
}

/**
 * Turns words into links, except in code and in other links. A word inside a longer one is not
 * linked.
 */
export function namedLinks(parser: Parser): void {
  parser.core.ruler.push('named_links', (state: State) => {
    const { links = {} } = state.env as LinkEnvironment;
    const pattern = patternOf(Object.keys(links));
    if (!pattern) return;
    for (const token of state.tokens)
      if (token.children) token.children = insertLinks(state, token.children, (text) => partsOf(text, pattern, links));
  });
}

/** The longest words first, because one may begin with another. */
function patternOf(words: string[]): RegExp | null {
  if (words.length === 0) return null;
  const escaped = words.sort((one, other) => other.length - one.length).map(escapePattern);
  return new RegExp(`(?<![\\p{L}\\p{N}_/.-])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
}

function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

interface Part {
  text: string;
  link?: NamedLink | undefined;
}

function partsOf(text: string, pattern: RegExp, links: Record<string, NamedLink>): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(pattern)) {
    parts.push({ text: text.slice(from, index) }, { text: word, link: links[word] });
    from = index + word.length;
  }
  return [...parts, { text: text.slice(from) }].filter((part) => part.text !== '');
}

function insertLinks(state: State, tokens: Token[], partsIn: (text: string) => Part[]): Token[] {
  let depth = 0;
  return tokens.flatMap((token) => {
    depth += depthOf(token);
    if (depth > 0 || token.type !== 'text') return [token];
    return partsIn(token.content).flatMap((part) => tokensOf(state, part, token.level));
  });
}

/** Links come from Markdown and from HTML. */
function depthOf({ type, content }: Token): number {
  if (type === 'link_open' || (type === 'html_inline' && /^<a[\s>]/i.test(content))) return 1;
  return type === 'link_close' || (type === 'html_inline' && /^<\/a\s*>/i.test(content)) ? -1 : 0;
}

function tokensOf(state: State, { text, link }: Part, level: number): Token[] {
  const content = new state.Token('text', '', 0);
  content.content = text;
  content.level = level;
  if (!link) return [content];
  const open = new state.Token('link_open', 'a', 1);
  open.attrSet('href', link.href);
  if (link.title !== '') open.attrSet('title', link.title);
  if (link.type !== undefined) {
    open.attrSet('class', 'reference');
    open.attrSet(REFERENCE_TYPE, link.type);
  }
  if (link.color !== undefined) open.attrSet(LABEL_COLOR, link.color);
  content.content = link.text ?? text;
  if (link.state !== undefined && !openStates.has(link.state)) content.content += ` (${link.state})`;
  return [open, content, new state.Token('link_close', 'a', -1)];
}

/** Renders text to HTML in the calling thread. */
import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it';
import { full as emoji } from 'markdown-it-emoji';
import type { AssetProxy } from './asset-proxy';
import { namedLinks, type NamedLink } from './named-links';
import { plantuml } from './plantuml';
import { sanitize } from './sanitize';
import { taskLists } from './task-lists';

/** Markdown features of a text. */
export interface MarkdownOptions {
  /** CommonMark with tables, strikethrough and links only, no emoji and no task lists. */
  plain?: boolean;
  /** Words that become links; ignored for plain text. */
  links?: Record<string, NamedLink>;
  rules?: InstanceRules;
}

/** What the settings of an instance say about rendering. */
export interface InstanceRules {
  /** URL of the PlantUML server without a slash at the end; undefined: diagrams stay code. */
  plantumlUrl?: string | undefined;
  /** Proxy for pictures of other hosts; undefined for none. */
  assetProxy?: AssetProxy | undefined;
}

const plainParser = createParser();
// Names only: `:)` is not converted.
const fullParser = createParser().use(emoji, { shortcuts: {} }).use(taskLists).use(namedLinks).use(plantuml);

const emojiParser = new MarkdownIt('zero').use(emoji, { shortcuts: {} });

function createParser(): Parser {
  const parser = new MarkdownIt({ html: true, linkify: true });
  // Only text with a scheme becomes a link: many file names look like host names.
  parser.linkify.set({ fuzzyLink: false });
  return parser;
}

/** Renders a text. Hostile texts take long: limit the time. */
export function render(text: string, { plain = false, links = {}, rules = {} }: MarkdownOptions = {}): string {
  const { plantumlUrl, assetProxy } = rules;
  return sanitize((plain ? plainParser : fullParser).render(text, { links, plantumlUrl }), assetProxy);
}

/** Renders one line in which only emoji names are converted. */
export function renderEmoji(line: string): string {
  return emojiParser.renderInline(line);
}

/** Returns the text as preformatted HTML, for texts that are not rendered. */
export function showAsIs(text: string): string {
  return `<pre>${plainParser.utils.escapeHtml(text)}</pre>\n`;
}

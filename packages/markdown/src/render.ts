/** Renders text to HTML in the calling thread. */
import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it';
import { full as emoji } from 'markdown-it-emoji';
import { alerts } from './alerts';
import type { AssetProxy } from './asset-proxy';
import { footnoteEnvironment, footnotes } from './footnotes';
import { headings } from './headings';
import { math } from './math';
import { namedLinks, type NamedLink } from './named-links';
import { plantuml } from './plantuml';
import { sanitize } from './sanitize';
import { taskLists } from './task-lists';
import { wikiLinks } from './wiki-links';

/** Markdown features of a text. */
export interface MarkdownOptions {
  /** CommonMark with tables, strikethrough and links only, none of the other extensions. */
  plain?: boolean;
  /** Words that become links; ignored for plain text. */
  links?: Record<string, NamedLink>;
  /** Whether the text is a page of a wiki, so that `[[Page]]` is a link. */
  isWiki?: boolean;
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
const fullParser = createParser()
  .use(emoji, { shortcuts: {} })
  .use(alerts)
  .use(footnotes)
  .use(headings)
  .use(math)
  .use(taskLists)
  .use(wikiLinks)
  .use(namedLinks)
  .use(plantuml);

const emojiParser = new MarkdownIt('zero').use(emoji, { shortcuts: {} });

function createParser(): Parser {
  const parser = new MarkdownIt({ html: true, linkify: true });
  // Only text with a scheme becomes a link: many file names look like host names.
  parser.linkify.set({ fuzzyLink: false });
  return parser;
}

/** Renders a text. Hostile texts take long: limit the time. */
export function render(text: string, options: MarkdownOptions = {}): string {
  const { plain = false, links = {}, isWiki = false, rules = {} } = options;
  const { plantumlUrl, assetProxy } = rules;
  if (plain) return sanitize(plainParser.render(text), assetProxy);
  const { docId } = footnoteEnvironment(text);
  return sanitize(fullParser.render(text, { links, isWiki, plantumlUrl, docId }), assetProxy);
}

/** Renders one line in which only emoji names are converted. */
export function renderEmoji(line: string): string {
  return emojiParser.renderInline(line);
}

/** Returns the text as preformatted HTML, for texts that are not rendered. */
export function showAsIs(text: string): string {
  return `<pre>${plainParser.utils.escapeHtml(text)}</pre>\n`;
}

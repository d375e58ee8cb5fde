/** Text to HTML, in the thread that calls. */
import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it';
import { full as emoji } from 'markdown-it-emoji';
import { namedLinks, type NamedLink } from './named-links';
import { sanitize } from './sanitize';
import { taskLists } from './task-lists';

/** What is understood in a text. */
export interface MarkdownOptions {
  /** CommonMark with tables, strikethrough and links only, no emoji and no task lists. */
  plain?: boolean;
  /** Words that lead somewhere; not where the text is plain. */
  links?: Record<string, NamedLink>;
}

const plainParser = createParser();
// Names only: `:)` stays what it is.
const fullParser = createParser().use(emoji, { shortcuts: {} }).use(taskLists).use(namedLinks);

const emojiParser = new MarkdownIt('zero').use(emoji, { shortcuts: {} });

function createParser(): Parser {
  const parser = new MarkdownIt({ html: true, linkify: true });
  // Only what says its scheme is a link: many names of files look like names of hosts.
  parser.linkify.set({ fuzzyLink: false });
  return parser;
}

/** Renders a text. Takes a time that hostile texts make long: bound it. */
export function render(text: string, { plain = false, links = {} }: MarkdownOptions = {}): string {
  return sanitize((plain ? plainParser : fullParser).render(text, { links }));
}

/** One line in which only names of emoji mean something: all else is shown as it is. */
export function renderEmoji(line: string): string {
  return emojiParser.renderInline(line);
}

/** The text as it is, for texts that are not rendered. */
export function showAsIs(text: string): string {
  return `<pre>${plainParser.utils.escapeHtml(text)}</pre>\n`;
}

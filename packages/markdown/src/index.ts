/** Renders Markdown to HTML that is safe to show. */
export { emojiName } from './emoji-names';
export type { NamedLink } from './named-links';
export { renderEmoji, type MarkdownOptions } from './render';
export { MAX_TEXT_LENGTH, renderMarkdown } from './render-markdown';
export { createMarkdownRenderer, type MarkdownRenderer } from './renderer';

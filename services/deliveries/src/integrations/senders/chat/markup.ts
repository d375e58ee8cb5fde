/**
 * Text formats of chat systems. User text is escaped: it must neither format nor mention anyone.
 */
import type { Markup } from '#integrations/settings';

/** Writes the markup of one chat system. */
export interface Writer {
  /** User text, escaped. */
  text(text: string): string;
  /** A link; the text is escaped. */
  link(text: string, url: string): string;
}

const MAX_TEXT = 500;

const slackEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const slack: Writer = {
  text: (text) => shorten(text).replace(/[&<>]/g, (sign) => slackEntities[sign] ?? sign),
  link: (text, url) => `<${encodeAddress(url)}|${slack.text(text).replaceAll('|', '¦')}>`,
};

const markdown: Writer = {
  // A zero-width space after `@` keeps the text and mentions no one.
  text: (text) =>
    shorten(text)
      .replace(/[\\`*_{}[\]()<>#!|~]/g, '\\$&')
      .replaceAll('@', '@\u200b'),
  link: (text, url) => `[${markdown.text(text)}](${encodeAddress(url)})`,
};

/** Links as in `slack`, but without entities: angle brackets of user text are replaced. */
const plain: Writer = {
  text: (text) => shorten(text).replaceAll('<', '‹').replaceAll('>', '›'),
  link: (text, url) => `<${encodeAddress(url)}|${plain.text(text).replaceAll('|', '¦')}>`,
};

/** The writer for each markup. */
export const writers: Record<Markup, Writer> = { slack, markdown, card: markdown, embed: markdown, text: plain };

function shorten(text: string): string {
  const clean = text.replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ');
  return clean.length > MAX_TEXT ? `${clean.slice(0, MAX_TEXT)}…` : clean;
}

/** Encodes characters that would end a link. */
function encodeAddress(url: string): string {
  return url.replace(/[<>|()\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

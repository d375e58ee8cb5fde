/**
 * Renders Markdown to HTML that is safe to show.
 *
 * No parser takes linear time for every text, so short texts are rendered in the calling thread,
 * and long ones in a worker thread with a timeout. A text that cannot be rendered is shown as plain
 * text; no text blocks or fails its caller.
 */
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { render, showAsIs, type MarkdownOptions } from './render';

export { emojiName } from './emoji-names';
export type { NamedLink } from './named-links';
export { renderEmoji, type MarkdownOptions } from './render';

/** Maximum length of a rendered text, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 1_000_000;

/** Even a hostile text of this length is rendered within a few tens of milliseconds. */
const SHORT_LENGTH = 4_000;
const TIME_LIMIT_MS = 5_000;
const MAX_WAITING = 20;
const MAX_HEAP_MB = 512;

let pool: Piscina | undefined;

/** Renders a text; links lead to web and mail addresses only. */
export async function renderMarkdown(text: string, options: MarkdownOptions = {}): Promise<string> {
  if (text.length > MAX_TEXT_LENGTH) return showAsIs(text);
  return text.length > SHORT_LENGTH ? renderLong(text, options) : render(text, options);
}

async function renderLong(text: string, options: MarkdownOptions): Promise<string> {
  pool ??= new Piscina({
    // Works both from the sources and from the build.
    filename: join(__dirname, '../dist/worker.js'),
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MAX_WAITING,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  try {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    return (await pool.run({ text, options }, { name: 'renderTask', signal })) as string;
  } catch {
    // Too slow, too large, or too many at the same time: the plain text is still readable.
    return showAsIs(text);
  }
}

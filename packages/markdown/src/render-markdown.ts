/**
 * Renders Markdown to HTML that is safe to show.
 *
 * No parser takes linear time for every text: only very short texts are rendered in the calling
 * thread, all others in worker threads with a time limit, in turns of their callers. A text that
 * cannot be rendered is shown as plain text. Results are cached.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { UnavailableError } from '@forgemesh/errors';
import { ThreadBusyError, ThreadPool } from '@forgemesh/threads';
import { LRUCache } from 'lru-cache';
import { render, showAsIs, type MarkdownOptions } from './render';
import type { RenderRequest } from './worker';

/** Maximum length of a rendered text, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 1_000_000;

/** Even a hostile text of this length is rendered within a few milliseconds. */
const MAX_SHORT_LENGTH = 500;
const THREADS = 2;
const LIMIT_MS = 5_000;
/** Shorter than the time that a request may take. */
const WAIT_MS = 25_000;
/** Maximum length of all waiting texts together, in UTF-16 units. */
const MAX_WAITING = 32 * 1024 * 1024;
/** Maximum memory of a thread. */
const MAX_HEAP_MB = 512;
/** How long a text stays plain that could not be rendered, maybe because the machine was busy. */
const FAILURE_TTL_MS = 5 * 60_000;
/** Maximum length of all cached results together, in UTF-16 units. */
const MAX_CACHED = 16 * 1024 * 1024;

const pool = new ThreadPool<RenderRequest, string>({
  // Works both from the sources and from the build.
  file: join(__dirname, '../dist/worker.js'),
  threads: THREADS,
  limitMs: LIMIT_MS,
  waitMs: WAIT_MS,
  maxWaiting: MAX_WAITING,
  maxHeapMb: MAX_HEAP_MB,
});

/**
 * HTML by the digest of the text and of everything else that it depends on, so that nothing has to
 * be invalidated.
 */
const cache = new LRUCache<string, string>({
  maxSize: MAX_CACHED,
  sizeCalculation: ({ length }) => Math.max(length, 1),
});

/**
 * Renders a text; links lead to web and mail addresses only. Callers take turns: `caller` is a user
 * or an address. Throws UnavailableError if too many texts are waiting.
 */
export async function renderMarkdown(text: string, caller: string, options: MarkdownOptions = {}): Promise<string> {
  if (text.length > MAX_TEXT_LENGTH) return showAsIs(text);
  if (text.length <= MAX_SHORT_LENGTH) return render(text, options);
  const key = digestOf(text, options);
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  try {
    const html = await pool.run(caller, { text, options }, text.length);
    cache.set(key, html);
    return html;
  } catch (error) {
    if (error instanceof ThreadBusyError) throw new UnavailableError(undefined, { cause: error });
    // Too slow, too large or nested too deep: the plain text is still readable. Readers of a page
    // with such texts wait for them only once.
    const html = showAsIs(text);
    cache.set(key, html, { ttl: FAILURE_TTL_MS });
    return html;
  }
}

function digestOf(text: string, options: MarkdownOptions): string {
  const { plain = false, links = {}, isWiki = false, rules = {} } = options;
  const hash = createHash('sha256').update(JSON.stringify([plain, links, isWiki, rules]));
  return hash.update('\0').update(text).digest('base64url');
}

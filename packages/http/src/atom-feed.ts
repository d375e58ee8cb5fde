/** Atom feeds (RFC 4287). */
import { Readable } from 'node:stream';
import { create } from 'xmlbuilder2';

/** An entry of a feed. */
export interface FeedEntry {
  /** Address that identifies the entry forever. */
  id: string;
  title: string;
  /** Address of its page. */
  url: string;
  /** Time, ISO 8601. */
  updated: string;
  author: string;
  /** Plain text. */
  text?: string | undefined;
}

/** A feed. */
export interface AtomFeed {
  title: string;
  /** Address of its page, which identifies it. */
  url: string;
  entries: readonly FeedEntry[];
}

/** Time of a feed without entries. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** Returns the feed as XML. Characters that XML cannot represent are left out. */
export function atomFeed({ title, url, entries }: AtomFeed): string {
  const updated = entries.map((entry) => entry.updated).sort();
  const feed = create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' }).ele(
    'http://www.w3.org/2005/Atom',
    'feed',
  );
  feed.ele('id').txt(url);
  feed.ele('title').txt(title);
  feed.ele('link', { rel: 'alternate', type: 'text/html', href: url });
  feed.ele('updated').txt(updated.at(-1) ?? NEVER);
  for (const entry of entries) {
    const element = feed.ele('entry');
    element.ele('id').txt(entry.id);
    element.ele('title').txt(entry.title);
    element.ele('link', { rel: 'alternate', type: 'text/html', href: entry.url });
    element.ele('updated').txt(entry.updated);
    element.ele('author').ele('name').txt(entry.author);
    if (entry.text) element.ele('summary', { type: 'text' }).txt(entry.text);
  }
  return feed.end({ prettyPrint: true });
}

/** The feed as the headers and the content of a response. */
export function atomDownload(feed: AtomFeed): { headers: Record<string, string>; content: Readable } {
  const headers = {
    'Content-Type': 'application/atom+xml; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-cache',
  };
  return { headers, content: Readable.from([Buffer.from(atomFeed(feed))]) };
}

/** Atom feeds (RFC 4287). */
import { Readable } from 'node:stream';
import XMLBuilder from 'fast-xml-builder';

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

/** Characters that XML cannot represent. */
const UNREPRESENTABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const builder = new XMLBuilder({
  attributeNamePrefix: '@',
  format: true,
  ignoreAttributes: false,
  suppressEmptyNode: true,
});

/** Returns the feed as XML. Characters that XML cannot represent are left out. */
export function atomFeed({ title, url, entries }: AtomFeed): string {
  const updated = entries.map((entry) => entry.updated).sort();
  const text = builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      id: url,
      title,
      link: linkTo(url),
      updated: updated.at(-1) ?? NEVER,
      entry: entries.map((entry) => ({
        id: entry.id,
        title: entry.title,
        link: linkTo(entry.url),
        updated: entry.updated,
        author: { name: entry.author },
        ...(entry.text && { summary: { '@type': 'text', '#text': entry.text } }),
      })),
    },
  });
  return text.replace(UNREPRESENTABLE, '');
}

function linkTo(url: string): Record<string, string> {
  return { '@rel': 'alternate', '@type': 'text/html', '@href': url };
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

/**
 * Revalidation of responses (RFC 9110, section 13): each 200 of a GET has an entity tag, and a
 * client that sends the tag of what it kept gets 304 without the body.
 */
import { createHash, hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import fresh from 'fresh';
import type { HttpExchange } from '../server/exchange';
import type { Headers } from './send';

/** What caches may do with a response: the client alone keeps it, and asks before each use. */
const REVALIDATE_EACH_TIME = 'max-age=0, private, must-revalidate';

/** Downloads up to this size are read before they are sent, to compute their tag. */
const MAX_TAGGED_DOWNLOAD_BYTES = 256 * 1024;

/** Bytes that are digested at once: a few milliseconds of work. */
const PIECE_BYTES = 1024 * 1024;

/** The weak entity tag of a body. */
export function etagOf(body: Buffer): string {
  return tagOf(hash('sha256', body, 'base64url'));
}

/** Like `etagOf`, for a body of any size: between pieces of a large one, the event loop is free. */
export async function etagInPieces(body: Buffer): Promise<string> {
  if (body.length <= PIECE_BYTES) return etagOf(body);
  const digest = createHash('sha256');
  for (let at = 0; at < body.length; at += PIECE_BYTES) {
    digest.update(body.subarray(at, at + PIECE_BYTES));
    await setImmediate();
  }
  return tagOf(digest.digest('base64url'));
}

function tagOf(digest: string): string {
  return `W/"${digest}"`;
}

/** Whether a response to the request has an entity tag. */
export function isTagged({ method }: HttpExchange, status: number): boolean {
  return status === 200 && (method === 'GET' || method === 'HEAD');
}

/** Adds the headers of a response that can be revalidated. Its own `Cache-Control` stays. */
export function withEtag(headers: Headers, etag: string): Headers {
  return {
    'Cache-Control': REVALIDATE_EACH_TIME,
    ...headers,
    ETag: etag,
  };
}

/**
 * Whether the client has the response with this tag already. `Cache-Control` of the request is for
 * caches on the way: `fetch` adds `no-cache` to each request with `If-None-Match`.
 */
export function isFresh({ request }: HttpExchange, etag: string): boolean {
  const tags = request.headers['if-none-match'];
  return tags !== undefined && fresh({ 'if-none-match': tags }, { etag });
}

/** The beginning of a download, and the rest. */
export interface DownloadBeginning {
  /** The bytes read. */
  chunks: readonly Buffer[];
  /** The chunks that follow; undefined at the end of the content. */
  rest: AsyncIterable<Buffer> | undefined;
}

/** Reads a download up to the size that is tagged. Rejects if the content fails. */
export async function readBeginning(content: Readable): Promise<DownloadBeginning> {
  const rest = content.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  const chunks: Buffer[] = [];
  let size = 0;
  while (size <= MAX_TAGGED_DOWNLOAD_BYTES) {
    const { value, done } = await rest.next();
    if (done === true) return { chunks, rest: undefined };
    const chunk = value as Buffer;
    chunks.push(chunk);
    size += chunk.length;
  }
  return { chunks, rest };
}

/** Whether a download with these headers may be small enough for a tag. */
export function mayBeSmall(headers: Headers): boolean {
  const length = headers['Content-Length'];
  return length === undefined || Number(length) <= MAX_TAGGED_DOWNLOAD_BYTES;
}

/**
 * Compression of responses to the pages. Other clients of the API get what the service wrote: they
 * are mostly near, and compression would cost more than it saves. A proxy may compress for them.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HttpExchange } from '../server/exchange';
import type { Headers } from './send';

/** Smaller bodies fit in a packet or two as they are. */
const MIN_BYTES = 1024;
/** Fast, and nearly as small as the levels that take several times as long. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: GZIP_LEVEL }),
} as const;

/** The smallest first. */
const encodings = ['br', 'gzip'] as const;

/** A body with the headers that describe it. */
export interface EncodedBody {
  body: Buffer;
  headers: Headers;
}

/**
 * Compresses a body on another thread if the request comes from a page of this origin that accepts
 * it. Requests with cookies of other sites never do, so that nobody can guess secrets by sizes.
 */
export async function compressForPages(exchange: HttpExchange, body: Buffer): Promise<EncodedBody> {
  const { headers } = exchange.request;
  if (body.length < MIN_BYTES || headers['sec-fetch-site'] !== 'same-origin') return { body, headers: {} };
  const encoding = acceptedEncoding(headers['accept-encoding']);
  if (encoding === undefined) return { body, headers: {} };
  const compressed = await compressors[encoding](body);
  if (compressed.length >= body.length) return { body, headers: {} };
  return {
    body: compressed,
    headers: { 'Content-Encoding': encoding, Vary: 'Origin, Accept-Encoding, Sec-Fetch-Site' },
  };
}

/** Browsers list the encodings without weights. */
function acceptedEncoding(header: string | string[] | undefined): keyof typeof compressors | undefined {
  const accepted = new Set(
    String(header ?? '')
      .split(',')
      .map((name) => name.trim()),
  );
  return encodings.find((name) => accepted.has(name));
}

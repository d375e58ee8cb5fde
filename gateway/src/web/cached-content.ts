/**
 * Large responses that are the same for all clients: compressed once, and revalidated by a digest.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';
import { etagOf, isFresh } from '../response/revalidation';
import { send, type Headers } from '../response/send';
import type { WebResponse } from './web-app';

/** Quality of Brotli: 11 takes fifteen times as long for 8 % less. */
const BROTLI_QUALITY = 9;

/** Content encodings, the smallest first. */
const encodings = ['br', 'gzip'] as const;

/** A body with its compressed forms. */
export interface CachedContent {
  etag: string;
  /** The bodies by content encoding. */
  bodies: Record<(typeof encodings)[number] | 'identity', Buffer>;
}

/** Compresses a body, on other threads. */
export async function compressContent(identity: Buffer): Promise<CachedContent> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return { etag: etagOf(identity), bodies: { br, gzip: zipped, identity } };
}

/**
 * Sends a body in the smallest encoding that the client accepts, or 304 if the client has it
 * already.
 */
export function sendContent(
  request: Request,
  response: WebResponse,
  { etag, bodies }: CachedContent,
  headers: Headers,
): void {
  const { exchange } = response.locals;
  const encoding = encodings.find((each) => request.acceptsEncodings(each) !== false) ?? 'identity';
  const all = { ...headers, ETag: etag, Vary: 'Origin, Accept-Encoding' };
  if (isFresh(exchange, etag)) return send(exchange, 304, all);
  const encoded = encoding === 'identity' ? all : { ...all, 'Content-Encoding': encoding };
  send(exchange, 200, encoded, bodies[encoding]);
}

import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** An error response that ends a request before git starts. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/**
 * The decompressed body of a git request. Size is counted after decompression, so that a small body
 * cannot grow without bound; beyond `limit` bytes (0: unlimited) the stream fails with 413. Errors:
 * 415 for another type or encoding.
 */
export function openBody(request: IncomingMessage, contentType: string, limit: number): Readable {
  if (request.headers['content-type'] !== contentType) throw new HttpError(415, 'Unsupported Media Type');
  const counter = countBytes(limit);
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return forwardErrors(request, counter);
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new HttpError(415, 'Unsupported Content-Encoding');
  return forwardErrors(forwardErrors(request, createGunzip()), counter);
}

function forwardErrors<T extends Transform>(from: Readable, to: T): T {
  from.on('error', (error) => to.destroy(toClientError(error)));
  from.pipe(to);
  return to;
}

function toClientError(error: NodeJS.ErrnoException): Error {
  return error.code?.startsWith('Z_') ? new HttpError(400, 'The compressed body is damaged') : error;
}

function countBytes(limit: number): Transform {
  let total = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (limit > 0 && total > limit) done(new HttpError(413, 'Request Entity Too Large'));
      else done(null, chunk);
    },
  });
}

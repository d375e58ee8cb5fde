/** Reads the beginning of a request's body into memory, before it is known who serves it. */
import { Readable } from 'node:stream';
import { HttpError } from './request-body';

export interface SmallBody {
  /** The whole body, or its beginning. */
  bytes: Buffer;
  /** The whole body as a stream, if it is not small. */
  stream: Readable | undefined;
}

/**
 * Reads a body of at most `maxBytes` completely. Rejects with the errors of the body, and 408 after
 * `idleMs` without data.
 */
export async function readSmallBody(body: Readable, maxBytes: number, idleMs: number): Promise<SmallBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => body.destroy(new HttpError(408, 'Request Timeout')), idleMs);
  const iterator = body[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  try {
    while (size <= maxBytes) {
      const { done, value } = await iterator.next();
      if (done === true) return { bytes: Buffer.concat(chunks), stream: undefined };
      chunks.push(value);
      size += value.length;
      timer.refresh();
    }
  } finally {
    clearTimeout(timer);
  }
  const bytes = Buffer.concat(chunks);
  return { bytes, stream: Readable.from(continueWith(bytes, iterator), { objectMode: false }) };
}

async function* continueWith(bytes: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield bytes;
  yield* rest;
}

/** Uploads of archives. */
import { BadRequestError } from '@forgemesh/errors';

/**
 * Passes the content on and checks that it starts with the magic bytes of gzip. The import checks
 * the rest.
 */
export async function* gzipped(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  for await (const chunk of content) {
    if (start.length < 2) {
      start = Buffer.concat([start, chunk.subarray(0, 2)]);
      if (start.length >= 2 && (start[0] !== 0x1f || start[1] !== 0x8b)) throw new BadRequestError('file is invalid');
    }
    yield chunk;
  }
  if (start.length < 2) throw new BadRequestError('file is invalid');
}

/** Archives as they are uploaded. */
import { BadRequestError } from '@forgemesh/errors';

/** The content, whose first bytes must be those of a gzip file; the import checks the rest. */
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

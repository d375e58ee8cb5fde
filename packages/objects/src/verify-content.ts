import { createHash } from 'node:crypto';
import type { ExpectedContent } from './object-store';

/** Content that differs from what its sender announced. */
export class ContentMismatchError extends Error {
  override readonly name = 'ContentMismatchError';

  constructor(
    /** Whether the size differs, or the digest of content of the right size. */
    readonly difference: 'size' | 'digest',
  ) {
    super(`the ${difference} of the content differs from the expected one`);
  }
}

/**
 * Yields content unchanged, and throws ContentMismatchError before it ends if the content differs
 * from what is expected. Content beyond the expected size is not yielded.
 */
export async function* verifyContent(
  content: AsyncIterable<Uint8Array>,
  { sha256, size }: ExpectedContent,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let received = 0;
  for await (const chunk of content) {
    received += chunk.length;
    if (received > size) throw new ContentMismatchError('size');
    hash.update(chunk);
    yield chunk;
  }
  if (received !== size) throw new ContentMismatchError('size');
  if (hash.digest('hex') !== sha256) throw new ContentMismatchError('digest');
}

/** Yields copies of chunks, for a consumer that keeps them while it requests the next ones. */
export async function* copyChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) yield Buffer.from(chunk);
}

/** Reads content to its end and verifies it. */
export async function drainVerified(content: AsyncIterable<Uint8Array>, expected: ExpectedContent): Promise<void> {
  for await (const _chunk of verifyContent(content, expected));
}

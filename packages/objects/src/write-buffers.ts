/**
 * Buffers in which content is gathered before it is written, kept for later writes. Each write to a
 * file is passed to another thread, which takes as long as writing some hundred kilobytes.
 */

const BUFFER_BYTES = 1024 * 1024;
const MAX_KEPT = 8;

const kept: Buffer[] = [];

/** A buffer with any content, which belongs to the caller. */
export function takeWriteBuffer(): Buffer {
  return kept.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
}

/** Keeps a buffer from `takeWriteBuffer` that nothing uses any more. */
export function keepWriteBuffer(buffer: Buffer): void {
  if (kept.length < MAX_KEPT) kept.push(buffer);
}

/**
 * Buffers that connections read into, kept for later connections: a new one for each request makes
 * the garbage collector run after every few requests, which costs more than the requests.
 */

const BUFFER_BYTES = 128 * 1024;
const MAX_KEPT = 32;

const kept: Buffer[] = [];

/** A buffer with any content, which belongs to the caller. */
export function takeReadBuffer(): Buffer {
  return kept.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
}

/** Keeps a buffer from `takeReadBuffer` that nothing uses any more, neither its bytes nor views. */
export function keepReadBuffer(buffer: Buffer): void {
  if (kept.length < MAX_KEPT) kept.push(buffer);
}

/** Buffers in which content is gathered before it is written, kept for later writes. */

/** Small enough that the beginning of an object is written while the rest arrives. */
const BUFFER_BYTES = 512 * 1024;
const MAX_KEPT = 16;

const kept: ArrayBuffer[] = [];

/** A buffer with any content, which belongs to the caller. */
export function takeWriteBuffer(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(kept.pop() ?? new ArrayBuffer(BUFFER_BYTES));
}

/** Keeps the memory of a buffer from `takeWriteBuffer` that nothing uses any more. */
export function keepWriteBuffer(memory: ArrayBuffer): void {
  if (kept.length < MAX_KEPT) kept.push(memory);
}

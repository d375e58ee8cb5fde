/**
 * Buffers in which content is gathered before it is written, kept for later writes. The thread that
 * writes shares their memory: memory that is moved between threads counts as new in each of them,
 * so that V8 would soon mark the whole heap.
 */

/** Small enough that the beginning of an object is written while the rest arrives. */
const BUFFER_BYTES = 512 * 1024;
const MAX_KEPT = 16;

/** A buffer in shared memory. */
export type WriteBuffer = Uint8Array<SharedArrayBuffer>;

const kept: WriteBuffer[] = [];

/** A buffer with any content, which belongs to the caller. */
export function takeWriteBuffer(): WriteBuffer {
  return kept.pop() ?? new Uint8Array(new SharedArrayBuffer(BUFFER_BYTES));
}

/** Keeps a buffer from `takeWriteBuffer` that nothing uses any more. */
export function keepWriteBuffer(buffer: WriteBuffer): void {
  if (kept.length < MAX_KEPT) kept.push(buffer);
}

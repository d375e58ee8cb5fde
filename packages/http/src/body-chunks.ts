/**
 * Bodies of requests whose memory is freed as soon as it was used. Otherwise it is left to the
 * garbage collector, and V8 marks the whole heap whenever some ten megabytes of such memory have
 * been allocated, which takes longer than the transfer itself.
 */
import type { Readable, Writable } from 'node:stream';

/**
 * Frees the memory of a chunk that this process has received in a request, and that nothing uses
 * any more. A view of a larger buffer is left as it is.
 */
export function freeChunk({ buffer, byteOffset, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength) buffer.transfer(0);
}

/**
 * Writes a request's body to a stream, with backpressure, and ends the stream. Frees each chunk
 * once its write is complete. Returns a function that stops this; it also stops when the target
 * closes.
 */
export function pipeBody(source: Readable, target: Writable): () => void {
  const write = (chunk: Buffer): void => {
    if (!target.write(chunk, () => freeChunk(chunk))) source.pause();
  };
  const resume = (): void => void source.resume();
  const end = (): void => void target.end();
  const stop = (): void => {
    source.off('data', write).off('end', end);
    target.off('drain', resume).off('close', stop);
  };
  target.on('drain', resume).once('close', stop);
  source.on('data', write).once('end', end);
  return stop;
}

/**
 * Yields the chunks of a request's body. Each is valid until the next one is requested; then it is
 * freed. The request stays open if the caller stops before the end.
 */
export async function* readChunks(source: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    yield chunk;
    freeChunk(chunk);
  }
}

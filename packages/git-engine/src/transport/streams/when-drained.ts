import type { Writable } from 'node:stream';

/** Resolves when more may be written to a stream, or when it is closed. */
export function whenDrained(stream: Writable): Promise<void> {
  if (stream.destroyed || !stream.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const resume = (): void => {
      stream.off('drain', resume).off('close', resume);
      resolve();
    };
    stream.on('drain', resume).on('close', resume);
  });
}

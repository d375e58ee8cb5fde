/** Reads the rest of a refused request before the connection is closed. */
import type { HttpExchange } from '../server/exchange';

/** Maximum time for the rest of a body, in milliseconds. */
const MAX_DRAIN_MS = 30_000;
/** Maximum size of the rest: that of the largest body in memory. */
const MAX_DRAIN_BYTES = 100 * 1024 * 1024;
/** Maximum pause of the client while the rest is read, in milliseconds. */
const MAX_IDLE_MS = 5_000;

/**
 * Reads and discards the rest of a request; resolves when it is complete, the client has
 * disconnected, or a limit of time or size is exceeded.
 *
 * A socket that is closed with unread data is reset, and the client may lose a response that was
 * sent before (RFC 9112, section 9.6). Call it after writing the response and before ending it.
 */
export function drainRequest({ request, pace, startedAt }: HttpExchange): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  const leftMs = startedAt + pace.seconds * 1000 - performance.now();
  if (leftMs <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(deadline);
      clearTimeout(idle);
      request.off('data', discard).off('end', stop).off('close', stop).off('error', stop);
      resolve();
    };
    const deadline = setTimeout(stop, Math.min(leftMs, MAX_DRAIN_MS));
    const idle = setTimeout(stop, MAX_IDLE_MS);
    let left = MAX_DRAIN_BYTES;
    const discard = (chunk: Buffer): void => {
      left -= chunk.length;
      if (left > 0) idle.refresh();
      else stop();
    };
    request.unpipe();
    request.on('data', discard).on('end', stop).on('close', stop).on('error', stop).resume();
  });
}

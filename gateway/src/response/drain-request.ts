/** Reads the rest of a refused request before the connection is closed. */
import type { HttpExchange } from '../server/exchange';

/** Maximum time for the rest of a body, in milliseconds. */
const MAX_DRAIN_MS = 30_000;
/** Size in bytes up to which the rest is read as fast as it arrives. */
const MAX_FAST_BYTES = 256 * 1024;
/** Pause between two reads of more, in milliseconds: then a connection costs little. */
const PAUSE_MS = 50;
/** Connections that are read with this pause; with more of them, each is read less often. */
const MAX_FREQUENT = 8;
/** Maximum pause of the client while the rest is read, in milliseconds. */
const MAX_IDLE_MS = 5_000;

/** Connections of this process that are being read slowly. */
let slowConnections = 0;

/** The pause with which all connections together cost little, however many there are. */
function pauseMs(): number {
  return PAUSE_MS * Math.max(1, slowConnections / MAX_FREQUENT);
}

/**
 * Reads and discards the rest of a request; resolves when it is complete, the client has
 * disconnected, or the time limit has passed.
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
      clearTimeout(pause);
      if (isSlow) slowConnections--;
      isSlow = false;
      request.off('data', discard).off('end', stop).off('close', stop).off('error', stop);
      resolve();
    };
    const deadline = setTimeout(stop, Math.min(leftMs, MAX_DRAIN_MS));
    const idle = setTimeout(stop, MAX_IDLE_MS);
    let pause: NodeJS.Timeout | undefined;
    let bytes = 0;
    let isSlow = false;
    const resume = (): void => {
      // The client is not waited for during the pause.
      idle.refresh();
      request.resume();
    };
    const discard = (chunk: Buffer): void => {
      idle.refresh();
      bytes += chunk.length;
      if (bytes < MAX_FAST_BYTES) return;
      if (!isSlow) slowConnections++;
      isSlow = true;
      request.pause();
      pause = setTimeout(resume, pauseMs());
    };
    request.unpipe();
    request.on('data', discard).on('end', stop).on('close', stop).on('error', stop).resume();
  });
}

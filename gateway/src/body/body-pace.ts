/** How slowly a client may send a body: what it holds meanwhile is not there for others. */
import type { IncomingMessage } from 'node:http';

/** What a client has to keep to. Time in which the gateway itself does not read does not count. */
export interface PaceLimits {
  /** Seconds in which the whole body has to come. */
  seconds: number;
  /** Bytes per second that have to come on average, after a while. */
  bytesPerSecond: number;
}

/** The longest pause of a client. */
const IDLE_SECONDS = 60;
/** The average counts after this time: short bodies and slow starts are let pass. */
const GRACE_SECONDS = 30;
const STEP_SECONDS = 1;

/** What a client has sent and in which time. */
interface Progress {
  bytes: number;
  seconds: number;
  /** Seconds since the last byte. */
  idle: number;
}

/** Whether a client is slower than it may be. */
export function isTooSlow({ bytes, seconds, idle }: Progress, limits: PaceLimits): boolean {
  const isSlowOnAverage = seconds > GRACE_SECONDS && bytes < limits.bytesPerSecond * seconds;
  return seconds > limits.seconds || idle > IDLE_SECONDS || isSlowOnAverage;
}

/**
 * Calls `onSlow` once where the body of a request comes too slowly; returns how to stop watching.
 */
export function watchPace(request: IncomingMessage, limits: PaceLimits, onSlow: () => void): () => void {
  const progress: Progress = { bytes: 0, seconds: 0, idle: 0 };
  const step = Math.min(STEP_SECONDS, limits.seconds);
  const note = (chunk: Buffer): void => {
    progress.bytes += chunk.length;
    progress.idle = 0;
  };
  const timer = setInterval(() => {
    if (request.isPaused()) return;
    progress.seconds += step;
    progress.idle += step;
    if (!isTooSlow(progress, limits)) return;
    stop();
    onSlow();
  }, step * 1000).unref();
  const stop = (): void => {
    clearInterval(timer);
    request.off('data', note).off('close', stop).off('end', stop);
  };
  request.on('data', note).once('close', stop).once('end', stop);
  return stop;
}

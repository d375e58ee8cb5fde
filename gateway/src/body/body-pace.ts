/** Minimum speed of request bodies: a slow client must not occupy resources for long. */
import type { IncomingMessage } from 'node:http';
import { BadRequestError } from '@forgemesh/errors';

/** Limits for a body. Time in which the gateway itself does not read does not count. */
export interface PaceLimits {
  /** Maximum duration of the whole body in seconds. */
  seconds: number;
  /** Minimum average speed after the grace period, in bytes per second. */
  bytesPerSecond: number;
}

/** Maximum pause of a client. */
const IDLE_SECONDS = 60;
/** The average counts after this time, so that short bodies and slow starts pass. */
const GRACE_SECONDS = 30;
const STEP_SECONDS = 1;

/** Received bytes and elapsed time of a body. */
interface Progress {
  bytes: number;
  seconds: number;
  /** Seconds since the last byte. */
  idle: number;
}

/** Whether a client exceeds the limits. */
export function isTooSlow({ bytes, seconds, idle }: Progress, limits: PaceLimits): boolean {
  const isSlowOnAverage = seconds > GRACE_SECONDS && bytes < limits.bytesPerSecond * seconds;
  return seconds > limits.seconds || idle > IDLE_SECONDS || isSlowOnAverage;
}

/** The refusal of a body that arrives too slowly. */
export function tooSlow(): BadRequestError {
  return new BadRequestError('the body of the request did not arrive in time');
}

/**
 * Calls `onSlow` once if the body of a request arrives too slowly; returns a function that stops
 * watching.
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

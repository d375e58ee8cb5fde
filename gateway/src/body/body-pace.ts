/** Minimum speed of request bodies: a slow client must not occupy resources for long. */
import type { IncomingMessage } from 'node:http';
import { isTooSlow, type PaceLimits, type Progress } from '@forgemesh/admission';
import { BadRequestError } from '@forgemesh/errors';

export type { PaceLimits };

const STEP_SECONDS = 1;

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

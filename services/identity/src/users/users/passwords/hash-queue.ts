/**
 * Runs a limited number of password hashes at once; the next ones wait, and those beyond the queue
 * are refused.
 */
import { UnavailableError } from '@forgemesh/errors';

const RETRY_AFTER_SECONDS = 1;

/** Limits of a queue. */
export interface HashQueueOptions {
  /** Hashes at once. */
  maxRunning: number;
  /** Hashes that wait. */
  maxWaiting: number;
}

/**
 * Creates a function that runs work when its turn comes. It throws UnavailableError if too much
 * waits already.
 */
export function createHashQueue({
  maxRunning,
  maxWaiting,
}: HashQueueOptions): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting)
        throw new UnavailableError('Too many passwords are being checked', { retryAfter: RETRY_AFTER_SECONDS });
      // A finished task hands its slot to the next one.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

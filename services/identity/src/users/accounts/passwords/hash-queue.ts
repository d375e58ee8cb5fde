/**
 * Limits concurrent password hashes; further ones wait, and those beyond the queue are rejected.
 */
import { UnavailableError } from '@forgemesh/errors';

const RETRY_AFTER_SECONDS = 1;

/** Limits of a queue. */
export interface HashQueueOptions {
  /** Maximum number of concurrent hashes. */
  maxRunning: number;
  /** Maximum number of waiting hashes. */
  maxWaiting: number;
}

/**
 * Creates a function that runs work when a slot is free. It throws UnavailableError if the queue is
 * full.
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
      // A finished task passes its slot to the next one.
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

/** When failed jobs are retried. */

/** A retry for each delay in a table; after the last one a job fails permanently. */
export class RetryTable {
  /** `delaysMs`: delays before each retry, in milliseconds. */
  constructor(private readonly delaysMs: readonly number[]) {}

  /** The delay after a failed attempt, in milliseconds; undefined after the last one. */
  delayAfter(attempts: number): number | undefined {
    return this.delaysMs[attempts - 1];
  }

  /** The time of the retry after a failed attempt; undefined after the last one. */
  nextAfter(attempts: number, now = Date.now()): Date | undefined {
    const delay = this.delayAfter(attempts);
    return delay === undefined ? undefined : new Date(now + delay);
  }
}

/** Delays that double with each failure, for jobs that are retried without end. */
export interface DoublingDelay {
  firstMs: number;
  maxMs: number;
}

/** The delay after a number of consecutive failures, in milliseconds. */
export function doublingDelay(failures: number, { firstMs, maxMs }: DoublingDelay): number {
  return Math.min(firstMs * 2 ** Math.max(failures - 1, 0), maxMs);
}

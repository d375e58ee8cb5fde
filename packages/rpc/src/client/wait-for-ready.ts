/**
 * Waits for a dependency that has no other replica and comes back by itself, such as a storage
 * whose process is being replaced.
 *
 * The wait is limited in time and in the number of waiting requests. If the dependency has been
 * unavailable for longer than the wait timeout, requests wait only `minWaitMs` (0 by default) until
 * it is found again, so that they do not pile up.
 */

/** Default wait timeout in milliseconds. */
export const WAIT_TIMEOUT_MS = 30_000;
/** Maximum number of waiting requests; each holds a request without its body. */
const MAX_WAITING = 500;

/** Waits for one dependency. */
export class ReadyWaiter {
  private unavailableSince: number | undefined;
  private waiting = 0;

  /**
   * `ms` is the wait timeout. At most `maxWaiting` requests wait; each waits at least `minWaitMs`,
   * however long the dependency has been unavailable.
   */
  constructor(
    readonly ms: number,
    private readonly limits: { maxWaiting?: number; minWaitMs?: number } = {},
  ) {}

  /** Marks the dependency as ready: the wait timeout starts again at the next loss. */
  markReady(): void {
    this.unavailableSince = undefined;
  }

  /**
   * Waits for an unavailable dependency by `search`, which gives up at the deadline that it
   * receives. Resolves to whether the dependency is ready; to false immediately if the wait timeout
   * has passed or too many requests wait already.
   */
  async wait(search: (deadline: number) => Promise<boolean>, ms = this.ms, until = Infinity): Promise<boolean> {
    this.unavailableSince ??= Date.now();
    const { maxWaiting = MAX_WAITING, minWaitMs = 0 } = this.limits;
    const deadline = Math.min(Math.max(this.unavailableSince + Math.min(ms, this.ms), Date.now() + minWaitMs), until);
    if (deadline <= Date.now() || this.waiting >= maxWaiting) return false;
    this.waiting++;
    try {
      const isReady = await search(deadline);
      if (isReady) this.markReady();
      return isReady;
    } finally {
      this.waiting--;
    }
  }
}

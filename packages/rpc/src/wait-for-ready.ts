/**
 * Waiting for what has nobody to stand in for it and comes back by itself: a storage whose process
 * is replaced.
 *
 * Neither for ever nor for everybody. What has been away for longer than the patience is not waited
 * for any more, or for a moment only, until it has been found again: whoever asks meanwhile is
 * refused, so that nothing piles up behind what stays away.
 */

/** How long something is waited for unless a process is told otherwise, in milliseconds. */
export const WAIT_TIMEOUT_MS = 30_000;
/**
 * So many wait at once; one more is refused. What each of them holds is a request without its body.
 */
const MAX_WAITING = 500;

/** The patience with one thing that is there or away. */
export class ReadyWaiter {
  private since: number | undefined;
  private waiting = 0;

  /** So many wait at once at most; each waits `leastMs` at least, however long it has been away. */
  constructor(
    readonly ms: number,
    private readonly limits: { most?: number; leastMs?: number } = {},
  ) {}

  /** It is there: whoever finds it away from now on waits again. */
  found(): void {
    this.since = undefined;
  }

  /**
   * Waits, once it was found away, by a search that gives up at the time it is told. Resolves to
   * whether it is there; false at once where nobody waits any more or too many do already.
   */
  async wait(search: (deadline: number) => Promise<boolean>, ms = this.ms, until = Infinity): Promise<boolean> {
    this.since ??= Date.now();
    const { most = MAX_WAITING, leastMs = 0 } = this.limits;
    const deadline = Math.min(Math.max(this.since + Math.min(ms, this.ms), Date.now() + leastMs), until);
    if (deadline <= Date.now() || this.waiting >= most) return false;
    this.waiting++;
    try {
      const isThere = await search(deadline);
      if (isThere) this.found();
      return isThere;
    } finally {
      this.waiting--;
    }
  }
}

/**
 * Rules for pausing hooks. A hook with several consecutive failures pauses. After the pause, one
 * delivery at a time checks whether the receiver works again.
 */
import { HOUR_MS } from '@forgemesh/service/durations';
import { doublingDelay } from '@forgemesh/jobs';
import type { HookDocument } from './hook.model';

/** Number of consecutive failures after which a hook pauses. */
const PAUSE_AFTER = 4;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = HOUR_MS;

/**
 * Health of a hook after concurrent attempts: consecutive failures, and until when it pauses. One
 * success counts as recovery.
 */
export function healthAfter(
  { failures = 0 }: Pick<HookDocument, 'failures'>,
  results: readonly { failed: boolean }[],
  now = Date.now(),
): Required<Pick<HookDocument, 'failures' | 'disabled_until'>> {
  const isBack = results.some(({ failed }) => !failed);
  const count = isBack ? 0 : failures + 1;
  if (count < PAUSE_AFTER) return { failures: count, disabled_until: null };
  return { failures: count, disabled_until: new Date(now + pauseAfter(count)) };
}

/**
 * Until when a hook pauses; null if it does not. A pause that was stored before the clock was set
 * back would last for too long: it has ended.
 */
export function pausedUntil(
  { failures = 0, disabled_until: until }: Pick<HookDocument, 'failures' | 'disabled_until'>,
  now = Date.now(),
): Date | null {
  const isOver = !until || until.getTime() <= now || isTooLate(until, pauseAfter(failures), now);
  return isOver ? null : until;
}

/**
 * Whether a time is so far from now that the clock was set back since it was determined: by more
 * than twice the duration, as the clocks of replicas differ a little.
 */
export function isTooLate(time: Date, duration: number, now: number): boolean {
  return time.getTime() > now + 2 * duration;
}

function pauseAfter(failures: number): number {
  return doublingDelay(failures - PAUSE_AFTER + 1, { firstMs: FIRST_PAUSE_MS, maxMs: MAX_PAUSE_MS });
}

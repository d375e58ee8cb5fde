/**
 * Rules for retrying deliveries and pausing hooks.
 *
 * Responses below 500 other than 429 complete a delivery. Network errors, 429 and 5xx are retried,
 * eleven attempts within a day. A hook with several consecutive failures pauses. After the pause,
 * one delivery at a time checks whether the receiver works again.
 */
import { doublingDelay, RetryTable } from '@forgemesh/jobs';
import type { QueryFilter } from 'mongoose';
import type { HookDocument } from '#hooks/hooks/hook.model';
import type { DeliveryDocument } from './delivery.model';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays before each retry. */
const retries = new RetryTable([
  ...[SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
]);
/** Number of consecutive failures after which a hook pauses. */
const PAUSE_AFTER = 4;
const FIRST_PAUSE_MS = 5 * SECOND;
const MAX_PAUSE_MS = HOUR;
const TOO_MANY_REQUESTS = 429;

/** Whether a response status is a failure that is retried. */
export function isFailure(status: number): boolean {
  return status >= 500 || status === TOO_MANY_REQUESTS;
}

/** Time of the next retry after a failed attempt; undefined after the last one. */
export function nextRetryAt(tries: number, now = Date.now()): Date | undefined {
  return retries.nextAfter(tries, now);
}

/**
 * Whether a waiting delivery of a hook that does not pause may be sent. One that was stored before
 * the clock was set back would wait for too long: it is sent now.
 */
export function isDue(
  { due_at: due, created_at: created, tries }: Pick<DeliveryDocument, 'due_at' | 'created_at' | 'tries'>,
  now = Date.now(),
): boolean {
  if (due === undefined) return false;
  const delay = retries.delayAfter(tries);
  return due.getTime() <= now || created.getTime() > now || (delay !== undefined && isTooLate(due, delay, now));
}

/** Selects deliveries that may be due; some of them are not. */
export function mayBeDue(now = new Date()): QueryFilter<DeliveryDocument> {
  return { $or: [{ due_at: { $lte: now } }, { due_at: { $exists: true }, created_at: { $gt: now } }] };
}

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
function isTooLate(time: Date, duration: number, now: number): boolean {
  return time.getTime() > now + 2 * duration;
}

function pauseAfter(failures: number): number {
  return doublingDelay(failures - PAUSE_AFTER + 1, { firstMs: FIRST_PAUSE_MS, maxMs: MAX_PAUSE_MS });
}

/**
 * Rules for retrying deliveries.
 *
 * Responses below 500 other than 429 complete a delivery. Network errors, 429 and 5xx are retried,
 * eleven attempts within a day.
 */
import { RetryTable } from '@forgemesh/jobs';
import type { QueryFilter } from 'mongoose';
import { isTooLate } from '#webhooks/hooks';
import type { DeliveryDocument } from './delivery.model';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays before each retry. */
const retries = new RetryTable([
  ...[SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
]);
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

/**
 * Retry rules of mails: about eleven retries within three days. Mails to recipients that the mail
 * server rejects permanently are not retried; all other failures may be caused by the configuration
 * or be temporary.
 */
import { RetryTable } from '@forgemesh/jobs';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays before each retry. */
export const mailRetries = new RetryTable([
  ...[SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR],
]);

/** Mails about older events are not sent. */
export const MAX_AGE_MS = 72 * HOUR;

/** Whether the mail server rejected the recipient permanently. */
export function isPermanentFailure(error: unknown): boolean {
  const refusals = (error as { rejectedErrors?: { responseCode?: number }[] } | null)?.rejectedErrors ?? [];
  return refusals.length > 0 && refusals.every(({ responseCode: code = 0 }) => code >= 500);
}

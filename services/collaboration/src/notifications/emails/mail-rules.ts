/**
 * Retry rules of mails: about eleven retries within three days. Mails to recipients that the mail
 * server rejects permanently are not retried; all other failures may be caused by the configuration
 * or be temporary.
 */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays before each retry. */
const retryDelays = [
  ...[SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR],
];

/** Mails about older events are not sent. */
export const MAX_AGE_MS = 72 * HOUR;

/** The time of the next try of a failed mail; undefined after the last one. */
export function nextTry(tries: number, now = Date.now()): Date | undefined {
  const delay = retryDelays[tries - 1];
  return delay === undefined ? undefined : new Date(now + delay);
}

/** Whether the mail server rejected the recipient permanently. */
export function isPermanentFailure(error: unknown): boolean {
  const refusals = (error as { rejectedErrors?: { responseCode?: number }[] } | null)?.rejectedErrors ?? [];
  return refusals.length > 0 && refusals.every(({ responseCode: code = 0 }) => code >= 500);
}

/**
 * When a mail is tried again: some eleven times within three days. A recipient whom the mail server
 * does not know is never tried again; all other refusals may be the fault of the configuration, or
 * of the moment.
 */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Before each further try. */
const retryDelays = [
  ...[SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR],
];

/** What is older is no news any more. */
export const MAX_AGE_MS = 72 * HOUR;

/** When a mail that was not sent is due again; undefined after the last try. */
export function nextTry(tries: number, now = Date.now()): Date | undefined {
  const delay = retryDelays[tries - 1];
  return delay === undefined ? undefined : new Date(now + delay);
}

/** Whether a failure says that the recipient will never be reached. */
export function isRefusedForGood(error: unknown): boolean {
  const refusals = (error as { rejectedErrors?: { responseCode?: number }[] } | null)?.rejectedErrors ?? [];
  return refusals.length > 0 && refusals.every(({ responseCode: code = 0 }) => code >= 500);
}

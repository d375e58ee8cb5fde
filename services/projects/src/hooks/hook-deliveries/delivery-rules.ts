/**
 * When a delivery is tried again, and when a hook pauses.
 *
 * An answer below 500 ends a delivery, whatever it says, but for 429; network errors and 5xx are
 * tried again, eleven times within a day. A hook that fails several times in a row pauses, and one
 * delivery at a time finds out whether its receiver is back.
 */
import type { HookDocument } from '../hooks/hook.model';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Before each further try. */
const retryDelays = [
  ...[SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
];
/** Failures in a row from which on a hook pauses. */
const PAUSE_AFTER = 4;
const FIRST_PAUSE_MS = 5 * SECOND;
const MAX_PAUSE_MS = HOUR;
const TOO_MANY_REQUESTS = 429;

/** Whether an answer asks for another try. */
export function isFailure(status: number): boolean {
  return status >= 500 || status === TOO_MANY_REQUESTS;
}

/** When a delivery that failed is due again; undefined after the last try. */
export function nextRetryAt(tries: number, now = Date.now()): Date | undefined {
  const delay = retryDelays[tries - 1];
  return delay === undefined ? undefined : new Date(now + delay);
}

/**
 * What a hook keeps of its receiver after some tries at once: failures in a row, and until when it
 * pauses.
 */
export function healthAfter(
  { failures = 0 }: Pick<HookDocument, 'failures'>,
  results: readonly { failed: boolean }[],
  now = Date.now(),
): Required<Pick<HookDocument, 'failures' | 'disabled_until'>> {
  const isBack = results.some(({ failed }) => !failed);
  const count = isBack ? 0 : failures + 1;
  if (count < PAUSE_AFTER) return { failures: count, disabled_until: null };
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(count - PAUSE_AFTER, 20), MAX_PAUSE_MS);
  return { failures: count, disabled_until: new Date(now + pause) };
}

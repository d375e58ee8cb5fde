/** Which requests are logged: all, a sample, only failed ones, or none. */
import { EnvError, makeValidator } from 'envalid';

/** A finished request. */
interface FinishedRequest {
  status: number;
  /** Whether the client disconnected before the response was complete. */
  isCutOff: boolean;
}

/** The fraction of successful requests that is logged, 0 to 1; `none` if no request is logged. */
export type RequestLogging = number | 'none';

/**
 * `all`, `errors` (only 5xx and incomplete responses), `none`, or the fraction of requests that are
 * logged, such as `0.1`; errors are always included, except with `none`.
 */
export const requestLogging = makeValidator<RequestLogging>((input) => {
  if (input === 'all') return 1;
  if (input === 'errors') return 0;
  if (input === 'none') return input;
  const fraction = Number(input);
  if (input === '' || !(fraction >= 0 && fraction <= 1))
    throw new EnvError('not `all`, `errors`, `none` or a number from 0 to 1');
  return fraction;
});

/** Whether a request is logged. */
export function isLogged(
  logging: RequestLogging,
  { status, isCutOff }: FinishedRequest,
  random: () => number = Math.random,
): boolean {
  if (logging === 'none') return false;
  return logging === 1 || status >= 500 || isCutOff || random() < logging;
}

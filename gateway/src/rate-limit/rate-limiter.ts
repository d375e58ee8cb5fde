/**
 * Enforces the rate limits in the settings, whose changes take effect immediately. Callers without
 * limits get no rate limit headers, because clients slow down when they see them.
 */
import { errorCatalogue, ForgeError, isForgeError } from '@forgemesh/errors';
import type { HttpExchange } from '../server/exchange';
import { periodOf, type RequestCounts } from './request-counts';
import {
  operationThrottle,
  rawBlobThrottle,
  signInThrottlesOf,
  throttlesOf,
  type LimitedOperation,
  type RateSubject,
  type Throttle,
  type ThrottleSettings,
} from './throttles';

/** Counts requests against the limits. With an empty address, nothing is counted by address. */
export interface RateLimiter {
  /**
   * Counts a request of a user or an anonymous client, and sets the rate limit headers of its
   * response. Throws `too_many_requests`.
   */
  take(exchange: HttpExchange, userId: number | undefined): void;
  /**
   * Counts a request for a raw file or blob of a project that its caller may read. Sets no headers:
   * clients would slow down all their requests. Throws `too_many_requests`.
   */
  takeRawBlob(exchange: HttpExchange, projectId: number | undefined): void;
  /**
   * Counts an anonymous request against the limit that its operation declares. Sets no headers, as
   * for raw files. Throws `too_many_requests`.
   */
  takeAnonymous(exchange: HttpExchange, operation: LimitedOperation): void;
  /** Counts an SSH command like a request outside the API. Throws `too_many_requests`. */
  takeSession(address: string, userId: number | undefined): void;
  /**
   * Counts a sign-in that is not a request to a protected path: a password for git, an SSH
   * connection. Throws `too_many_requests`.
   */
  takeSignIn(address: string): void;
  /** Counts a request with refused credentials as anonymous; other errors are not counted here. */
  takeRefused(exchange: HttpExchange, error: unknown): void;
}

/** Dependencies of a limiter. */
export interface RateLimiterOptions {
  /** The settings; undefined until they are loaded, when there are no limits. */
  settings: () => ThrottleSettings | undefined;
  counts: RequestCounts;
  /** Time in milliseconds. */
  now?: () => number;
}

/** Creates a limiter. */
export function createRateLimiter({ settings, counts, now = Date.now }: RateLimiterOptions): RateLimiter {
  const count = (subject: RateSubject, report: (state: LimitState) => void): void => {
    const current = settings();
    if (current) countAll(throttlesOf(current, subject), report);
  };
  const countOne = (throttle: Throttle): void => {
    const at = now();
    if (counts.count(throttle, at) <= throttle.requests) return;
    const retryAfter = Math.ceil((endOf(throttle, at) - at) / 1000);
    throw new ForgeError('too_many_requests', undefined, { retryAfter });
  };
  const countAll = (throttles: Throttle[], report: (state: LimitState) => void): void => {
    const at = now();
    const states = throttles.map((throttle) => ({
      throttle,
      left: throttle.requests - counts.count(throttle, at),
      end: endOf(throttle, at),
    }));
    const tightest = states.sort((one, other) => one.left - other.left)[0];
    if (!tightest) return;
    report(tightest);
    if (tightest.left < 0) {
      throw new ForgeError('too_many_requests', undefined, { retryAfter: Math.ceil((tightest.end - at) / 1000) });
    }
  };
  const limiter: RateLimiter = {
    take(exchange, userId) {
      const { method, path, client } = exchange;
      count({ method, path, address: client.limitAddress, userId }, (state) => setLimitHeaders(exchange, state));
    },
    takeRawBlob({ path }, projectId) {
      const current = settings();
      const throttle = current && projectId !== undefined ? rawBlobThrottle(current, { path, projectId }) : null;
      if (throttle) countOne(throttle);
    },
    takeAnonymous({ client }, operation) {
      const throttle = operationThrottle(operation, client.limitAddress);
      if (throttle) countOne(throttle);
    },
    takeSession(address, userId) {
      count({ method: '', path: '', address, userId }, () => undefined);
    },
    takeSignIn(address) {
      const current = settings();
      if (current) countAll(signInThrottlesOf(current, address), () => undefined);
    },
    takeRefused(exchange, error) {
      if (isForgeError(error) && errorCatalogue[error.reason].http === 401) limiter.take(exchange, undefined);
    },
  };
  return limiter;
}

/** State of a limit. */
interface LimitState {
  throttle: Throttle;
  left: number;
  /** End of its period, in milliseconds. */
  end: number;
}

/** Returns the end of the current period, in milliseconds. */
function endOf({ seconds }: Throttle, now: number): number {
  return (periodOf(now, seconds) + 1) * seconds * 1000;
}

function setLimitHeaders({ response }: HttpExchange, { throttle, left, end }: LimitState): void {
  const headers = {
    'RateLimit-Name': `throttle_${throttle.name}`,
    'RateLimit-Limit': throttle.requests,
    'RateLimit-Observed': throttle.requests - left,
    'RateLimit-Remaining': Math.max(left, 0),
    'RateLimit-Reset': end / 1000,
    'RateLimit-ResetTime': new Date(end).toUTCString(),
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
}

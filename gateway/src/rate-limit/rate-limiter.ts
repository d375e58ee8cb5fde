/**
 * Holds requests to the limits that the settings name. A change acts at once. No header about
 * limits is sent to callers who have none, because clients slow themselves down by it.
 */
import { errorCatalogue, ForgeError, isForgeError } from '@forgemesh/errors';
import type { Exchange } from '../server/exchange';
import { periodOf, type RequestCounts } from './request-counts';
import {
  rawBlobThrottle,
  signInThrottlesOf,
  throttlesOf,
  type RateSubject,
  type Throttle,
  type ThrottleSettings,
} from './throttles';

/** Counts requests against the limits. With an empty address, nothing is counted by address. */
export interface RateLimiter {
  /**
   * Counts a request of a user, or of nobody, and says in the headers of its answer what is left.
   * Throws `too_many_requests`.
   */
  take(exchange: Exchange, userId: number | undefined): void;
  /**
   * Counts a request for a raw file or blob of a project that its caller may read. Without headers:
   * clients would slow down all their requests. Throws `too_many_requests`.
   */
  takeRawBlob(exchange: Exchange, projectId: number | undefined): void;
  /** Counts a command over SSH like a request outside the API. Throws `too_many_requests`. */
  takeSession(address: string, userId: number | undefined): void;
  /**
   * Counts a sign-in that is no request to a protected path: a password of git, a connection over
   * SSH. Throws `too_many_requests`.
   */
  takeSignIn(address: string): void;
  /**
   * Counts a request whose credentials were refused as one of nobody; anything else that failed is
   * not counted here.
   */
  takeRefused(exchange: Exchange, error: unknown): void;
}

/** What a limiter works with. */
export interface RateLimiterOptions {
  /** The settings; undefined while they are not known, when there are no limits. */
  settings: () => ThrottleSettings | undefined;
  counts: RequestCounts;
  /** Time in milliseconds. */
  now?: () => number;
}

/** Creates a limiter. */
export function createRateLimiter({ settings, counts, now = Date.now }: RateLimiterOptions): RateLimiter {
  const count = (subject: RateSubject, tellState: (state: LimitState) => void): void => {
    const known = settings();
    if (known) countAll(throttlesOf(known, subject), tellState);
  };
  const countAll = (throttles: Throttle[], tellState: (state: LimitState) => void): void => {
    const at = now();
    const states = throttles.map((throttle) => ({
      throttle,
      left: throttle.requests - counts.count(throttle, at),
      end: endOf(throttle, at),
    }));
    const tightest = states.sort((one, other) => one.left - other.left)[0];
    if (!tightest) return;
    tellState(tightest);
    if (tightest.left < 0) {
      throw new ForgeError('too_many_requests', undefined, { retryAfter: Math.ceil((tightest.end - at) / 1000) });
    }
  };
  const limiter: RateLimiter = {
    take(exchange, userId) {
      const { method, path, client } = exchange;
      count({ method, path, address: client.limitAddress, userId }, (state) => tell(exchange, state));
    },
    takeRawBlob({ path }, projectId) {
      const known = settings();
      const throttle = known && projectId !== undefined ? rawBlobThrottle(known, { path, projectId }) : null;
      if (!throttle) return;
      const at = now();
      if (counts.count(throttle, at) > throttle.requests)
        throw new ForgeError('too_many_requests', undefined, {
          retryAfter: Math.ceil((endOf(throttle, at) - at) / 1000),
        });
    },
    takeSession(address, userId) {
      count({ method: '', path: '', address, userId }, () => undefined);
    },
    takeSignIn(address) {
      const known = settings();
      if (known) countAll(signInThrottlesOf(known, address), () => undefined);
    },
    takeRefused(exchange, error) {
      if (isForgeError(error) && errorCatalogue[error.reason].http === 401) limiter.take(exchange, undefined);
    },
  };
  return limiter;
}

/** How far a limit is. */
interface LimitState {
  throttle: Throttle;
  left: number;
  /** When its period ends, in milliseconds. */
  end: number;
}

/** When the running period ends, in milliseconds. */
function endOf({ seconds }: Throttle, now: number): number {
  return (periodOf(now, seconds) + 1) * seconds * 1000;
}

function tell({ response }: Exchange, { throttle, left, end }: LimitState): void {
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

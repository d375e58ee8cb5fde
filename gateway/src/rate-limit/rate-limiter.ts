/**
 * Enforces the rate limits in the settings, whose changes take effect immediately. Callers without
 * limits get no rate limit headers, because clients slow down when they see them.
 */
import { errorCatalogue, ForgeError, isForgeError } from '@forgemesh/errors';
import type { ClientNetwork } from '@forgemesh/http';
import type { HttpExchange } from '../server/exchange';
import { periodOf, type RequestCounts } from './request-counts';
import {
  operationThrottles,
  rawBlobThrottle,
  signInThrottlesOf,
  throttlesOf,
  type LimitedOperation,
  type RateSubject,
  type Throttle,
  type ThrottleSettings,
} from './throttles';

/** Counts requests against the limits. */
export interface RateLimiter {
  /**
   * Counts a request of a user or an anonymous client, and sets the rate limit headers of its
   * response. Throws `too_many_requests`.
   */
  take(exchange: HttpExchange, userId: number | undefined, kind?: RequestKind): void;
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
  /** Counts an SSH command like a request of git over HTTP. Throws `too_many_requests`. */
  takeSession(networks: readonly ClientNetwork[], userId: number | undefined): void;
  /**
   * Counts a sign-in that is not a request to a protected path: a password for git, an SSH
   * connection. Throws `too_many_requests`.
   */
  takeSignIn(networks: readonly ClientNetwork[]): void;
  /** Counts a request with refused credentials as anonymous; other errors are not counted here. */
  takeRefused(exchange: HttpExchange, error: unknown, kind?: RequestKind): void;
}

/** The kind of a request, which determines its limits. */
export interface RequestKind {
  /** Whether it is a request of a git client; false by default. */
  isGit?: boolean;
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
    take(exchange, userId, { isGit = false } = {}) {
      const { method, path, client } = exchange;
      const subject = { method, path, networks: client.networks, userId, isGit };
      count(subject, (state) => setLimitHeaders(exchange, state));
    },
    takeRawBlob({ path }, projectId) {
      const current = settings();
      const throttle = current && projectId !== undefined ? rawBlobThrottle(current, { path, projectId }) : null;
      if (throttle) countAll([throttle], () => undefined);
    },
    takeAnonymous({ client }, operation) {
      countAll(operationThrottles(operation, client.networks), () => undefined);
    },
    takeSession(networks, userId) {
      count({ method: '', path: '', networks, userId, isGit: true }, () => undefined);
    },
    takeSignIn(networks) {
      const current = settings();
      if (current) countAll(signInThrottlesOf(current, networks), () => undefined);
    },
    takeRefused(exchange, error, kind) {
      if (isForgeError(error) && errorCatalogue[error.reason].http === 401) limiter.take(exchange, undefined, kind);
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

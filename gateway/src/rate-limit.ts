/**
 * Token buckets per user and per address. Off until limits are set: the limits are asked for at every request, so that a change acts at
 * once, and no header about limits is sent while there is none.
 */
import { ForgeError } from '@forgemesh/kit';

/** A limit of requests. */
export interface RateLimit {
  /** Requests in one period. */
  requests: number;
  /** Length of the period in seconds. */
  seconds: number;
}

/** The limits that are on. */
export interface RateLimits {
  /** Of a signed-in user. */
  authenticated?: RateLimit;
  /** Of an address without a user. */
  unauthenticated?: RateLimit;
}

/** Whose request it is. */
export interface RateSubject {
  userId: number | undefined;
  address: string;
}

/** Counts requests against the limits. */
export interface RateLimiter {
  /** Takes one request from the subject's bucket; throws `too_many_requests` when it is empty. Returns headers for the answer. */
  take(subject: RateSubject): Record<string, string>;
}

interface Bucket {
  tokens: number;
  /** Time of the last refill in milliseconds. */
  at: number;
}

/** Buckets beyond this number push out the one that was used least recently. */
const MAX_BUCKETS = 100_000;

/** Makes a limiter that reads its limits from `limits` and the time, in milliseconds, from `now`. */
export function createRateLimiter(limits: () => RateLimits, now: () => number = Date.now): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    take({ userId, address }): Record<string, string> {
      const { authenticated, unauthenticated } = limits();
      const limit = userId === undefined ? unauthenticated : authenticated;
      if (!limit) return {};
      const key = userId === undefined ? `address ${address}` : `user ${userId}`;
      const bucket = refill(buckets.get(key), limit, now());
      // Set anew, so that the map's order is the order of use.
      buckets.delete(key);
      buckets.set(key, bucket);
      if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value as string);
      const secondsPerToken = limit.seconds / limit.requests;
      if (bucket.tokens < 1) {
        throw new ForgeError('too_many_requests', undefined, {
          retryAfter: Math.ceil((1 - bucket.tokens) * secondsPerToken),
        });
      }
      bucket.tokens -= 1;
      return {
        'RateLimit-Limit': String(limit.requests),
        'RateLimit-Remaining': String(Math.floor(bucket.tokens)),
        'RateLimit-Reset': String(
          Math.ceil((now() + (limit.requests - bucket.tokens) * secondsPerToken * 1000) / 1000),
        ),
      };
    },
  };
}

function refill(bucket: Bucket | undefined, { requests, seconds }: RateLimit, now: number): Bucket {
  if (!bucket) return { tokens: requests, at: now };
  const gained = ((now - bucket.at) / 1000) * (requests / seconds);
  return { tokens: Math.min(requests, bucket.tokens + gained), at: now };
}

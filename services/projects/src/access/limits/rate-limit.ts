/** Rate limits of expensive operations, per user and optionally per project or group. */
import { isDuplicateKey } from '@forgemesh/data';
import { ForgeError } from '@forgemesh/errors';
import type { Schedule } from '@forgemesh/service';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { RateLimitDeps } from './deps';

const TOO_OFTEN = 'This endpoint has been requested too many times. Try again later.';

/** A limit: at most `maxCalls` calls per `spanMs` milliseconds. */
export interface RateLimit {
  name: string;
  maxCalls: number;
  spanMs: number;
}

/** Counts a call. Throws `too_many_requests` if the limit is exceeded. */
export async function assertWithinRateLimit(
  deps: RateLimitDeps,
  { name, maxCalls, spanMs }: RateLimit,
  { userId, projectId = 0, scopeId = projectId }: { userId: number; projectId?: number; scopeId?: number },
): Promise<void> {
  const span = Math.floor(Date.now() / spanMs);
  const until = new Date((span + 1) * spanMs);
  if ((await countCall(deps, `${name}/${userId}/${scopeId}/${span}`, until)) <= maxCalls) return;
  const retryAfter = Math.ceil((until.getTime() - Date.now()) / 1000);
  throw new ForgeError('too_many_requests', { error: TOO_OFTEN }, { retryAfter });
}

async function countCall({ callCounts }: RateLimitDeps, id: string, until: Date): Promise<number> {
  try {
    const counted = await callCounts
      .findOneAndUpdate({ _id: id }, { $inc: { count: 1 }, $set: { until } }, { upsert: true, returnDocument: 'after' })
      .lean<{ count: number }>();
    return counted?.count ?? 1;
  } catch (error) {
    // A concurrent first call inserted the counter.
    if (isDuplicateKey(error)) return countCall({ callCounts } as RateLimitDeps, id, until);
    throw error;
  }
}

/** Removes the counters of past windows. */
export const sweepCallCounts: Schedule<RateLimitDeps> = {
  name: 'projects-sweep-call-counts',
  everyMs: HOUR_MS,
  async run({ callCounts }) {
    await callCounts.deleteMany({ until: { $lt: new Date() } });
  },
};

/**
 * Limits of expensive operations, for each user, and for each project or group where one is named.
 */
import { isDuplicateKey } from '@forgemesh/data';
import { ForgeError } from '@forgemesh/errors';
import type { Schedule } from '@forgemesh/service';
import type { Projects } from '../../deps';

const TOO_OFTEN = 'This endpoint has been requested too many times. Try again later.';
const HOUR_MS = 60 * 60 * 1000;

/** A limit: so often within each span of time. */
export interface RateLimit {
  name: string;
  maxCalls: number;
  spanMs: number;
}

/** Counts a call; throws `too_many_requests` where it is one too many. */
export async function assertWithinRateLimit(
  deps: Projects,
  { name, maxCalls, spanMs }: RateLimit,
  { userId, projectId = 0, scopeId = projectId }: { userId: number; projectId?: number; scopeId?: number },
): Promise<void> {
  const span = Math.floor(Date.now() / spanMs);
  const until = new Date((span + 1) * spanMs);
  if ((await countCall(deps, `${name}/${userId}/${scopeId}/${span}`, until)) <= maxCalls) return;
  const retryAfter = Math.ceil((until.getTime() - Date.now()) / 1000);
  throw new ForgeError('too_many_requests', { error: TOO_OFTEN }, { retryAfter });
}

async function countCall({ callCounts }: Projects, id: string, until: Date): Promise<number> {
  try {
    const counted = await callCounts
      .findOneAndUpdate({ _id: id }, { $inc: { count: 1 }, $set: { until } }, { upsert: true, returnDocument: 'after' })
      .lean<{ count: number }>();
    return counted?.count ?? 1;
  } catch (error) {
    // Two first calls at once: the other one's count is there now.
    if (isDuplicateKey(error)) return countCall({ callCounts } as Projects, id, until);
    throw error;
  }
}

/** Forgets counts of spans that are over. */
export const sweepCallCounts: Schedule<Projects> = {
  name: 'projects-sweep-call-counts',
  everyMs: HOUR_MS,
  async run({ callCounts }) {
    await callCounts.deleteMany({ until: { $lt: new Date() } });
  },
};

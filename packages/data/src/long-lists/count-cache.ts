/** Counts of lists, cached: counting ten thousand rows costs more than reading a page of them. */
import type { Model, QueryFilter } from 'mongoose';
import { EXACT_TOTAL } from '../page';
import { QueryCache } from '../query-cache';

/** Smaller counts are invalidated by each write, so that a writer sees the new count. */
const MIN_LARGE_COUNT = 1_000;
/**
 * Time to live as a multiple of the time that counting took: refreshing takes at most a tenth of
 * the time.
 */
const TTL_COST_FACTOR = 10;
const MIN_TTL_MS = 1_000;
const MAX_TTL_MS = 10_000;
/** For this long after its expiry, a count is returned while it is refreshed. */
const MAX_STALE_MS = 20_000;
const SMALL_TTL_MS = 200;
const MAX_ENTRIES = 1_000;

/** Counts rows, up to `EXACT_TOTAL + 1`; a larger collection without a filter is estimated. */
export interface CountCache<T> {
  of(filter: QueryFilter<T>, seen?: number): Promise<number>;
  /**
   * Returns a count that `count` computes. A cached count that is less than `seen` is computed
   * again.
   */
  get(key: string, count: () => Promise<number>, seen?: number): Promise<number>;
}

/** Creates the count cache of a collection. */
export function createCountCache<T>(model: Model<T>): CountCache<T> {
  const largeCounts = new Map<string, { count: number; expiresAt: number; isRefreshing: boolean }>();
  const smallCounts = new QueryCache<number>(model.db, [model.collection.name], {
    ttlMs: SMALL_TTL_MS,
    maxEntries: MAX_ENTRIES,
  });
  const refresh = async (key: string, count: () => Promise<number>): Promise<number> => {
    const startedAt = Date.now();
    const found = await smallCounts.get(key, count);
    largeCounts.delete(key);
    if (found < MIN_LARGE_COUNT) return found;
    if (largeCounts.size >= MAX_ENTRIES) largeCounts.clear();
    const ttl = Math.min(Math.max((Date.now() - startedAt) * TTL_COST_FACTOR, MIN_TTL_MS), MAX_TTL_MS);
    largeCounts.set(key, { count: found, expiresAt: Date.now() + ttl, isRefreshing: false });
    return found;
  };
  const get = async (key: string, count: () => Promise<number>, seen = 0): Promise<number> => {
    const cached = largeCounts.get(key);
    if (!cached || cached.count < Math.min(seen, EXACT_TOTAL + 1) || cached.expiresAt + MAX_STALE_MS < Date.now())
      return refresh(key, count);
    if (cached.expiresAt > Date.now()) return cached.count;
    if (!cached.isRefreshing) {
      cached.isRefreshing = true;
      // The next request after `MAX_STALE_MS` counts again and receives the error.
      refresh(key, count).catch(() => undefined);
    }
    return cached.count;
  };
  return { get, of: (filter, seen) => get(JSON.stringify(filter), () => countRows(model, filter), seen) };
}

async function countRows<T>(model: Model<T>, filter: QueryFilter<T>): Promise<number> {
  const limited = await model.countDocuments(filter, { limit: EXACT_TOTAL + 1 });
  const isWhole = Object.keys(filter).length === 0;
  return isWhole && limited > EXACT_TOTAL ? model.estimatedDocumentCount() : limited;
}

/**
 * Counts of lists. Those of long ones are kept in any case: counting ten thousand rows costs more
 * than reading a page of them.
 */
import type { Model, QueryFilter } from 'mongoose';
import { EXACT_TOTAL } from '../page';
import { QueryCache } from '../query-cache';

/** Counts of shorter lists are dropped by each write, so that whoever writes sees his own count. */
const LARGE = 1_000;
/** Counting again takes a tenth of the time at most. */
const TIMES_COST = 10;
const MIN_LIFE_MS = 1_000;
const MAX_LIFE_MS = 10_000;
/** For so long an old count is told while it is counted again. */
const GRACE_MS = 20_000;
const BRIEF_MS = 200;
const MAX_KEPT = 1_000;

/**
 * Counts rows up to one more than what is told exactly; a whole collection beyond that is
 * estimated.
 */
export interface LargeCounts<T> {
  of(filter: QueryFilter<T>, seen?: number): Promise<number>;
  /**
   * The same for a count that is found in another way. One that is kept and less than what was
   * `seen` by now is counted anew.
   */
  get(key: string, count: () => Promise<number>, seen?: number): Promise<number>;
}

/** Makes the counter of a collection. */
export function createLargeCounts<T>(model: Model<T>): LargeCounts<T> {
  const large = new Map<string, { count: number; until: number; renewed: boolean }>();
  const known = new QueryCache<number>(model.db, [model.collection.name], { lifeMs: BRIEF_MS, maxEntries: MAX_KEPT });
  const renew = async (key: string, count: () => Promise<number>): Promise<number> => {
    const begun = Date.now();
    const found = await known.get(key, count);
    large.delete(key);
    if (found < LARGE) return found;
    if (large.size >= MAX_KEPT) large.clear();
    const life = Math.min(Math.max((Date.now() - begun) * TIMES_COST, MIN_LIFE_MS), MAX_LIFE_MS);
    large.set(key, { count: found, until: Date.now() + life, renewed: false });
    return found;
  };
  const get = async (key: string, count: () => Promise<number>, seen = 0): Promise<number> => {
    const kept = large.get(key);
    if (!kept || kept.count < Math.min(seen, EXACT_TOTAL + 1) || kept.until + GRACE_MS < Date.now())
      return renew(key, count);
    if (kept.until > Date.now()) return kept.count;
    if (!kept.renewed) {
      kept.renewed = true;
      // Whoever asks after the grace counts again, and hears of the failure.
      renew(key, count).catch(() => undefined);
    }
    return kept.count;
  };
  return { get, of: (filter, seen) => get(JSON.stringify(filter), () => countRows(model, filter), seen) };
}

async function countRows<T>(model: Model<T>, filter: QueryFilter<T>): Promise<number> {
  const limited = await model.countDocuments(filter, { limit: EXACT_TOTAL + 1 });
  const isWhole = Object.keys(filter).length === 0;
  return isWhole && limited > EXACT_TOTAL ? model.estimatedDocumentCount() : limited;
}

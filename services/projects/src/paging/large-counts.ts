/** Counts of lists. Those of long ones are kept for a second in any case: counting ten thousand rows costs more than reading a page of them. */
import { EXACT_TOTAL, ReadCache } from '@forgemesh/kit';
import type { Model, QueryFilter } from 'mongoose';

/** Counts of shorter lists are dropped by each write, so that whoever writes sees his own count. */
const LARGE = 1_000;
const LIFE_MS = 1_000;
const BRIEF_MS = 200;
const MOST_KEPT = 1_000;

/** Counts rows up to one more than what is told exactly; a whole collection beyond that is estimated. */
export type CountRows<T> = (filter: QueryFilter<T>) => Promise<number>;

/** Makes the counter of a collection. */
export function createLargeCounts<T>(model: Model<T>): CountRows<T> {
  const large = new Map<string, { count: number; until: number }>();
  const known = new ReadCache<number>(model.db, [model.collection.name], { lifeMs: BRIEF_MS, maxEntries: MOST_KEPT });
  const countRows = async (filter: QueryFilter<T>): Promise<number> => {
    const limited = await model.countDocuments(filter, { limit: EXACT_TOTAL + 1 });
    const isWhole = Object.keys(filter).length === 0;
    return isWhole && limited > EXACT_TOTAL ? model.estimatedDocumentCount() : limited;
  };
  return async (filter) => {
    const key = JSON.stringify(filter);
    const kept = large.get(key);
    if (kept && kept.until > Date.now()) return kept.count;
    const count = await known.get(key, () => countRows(filter));
    if (large.size >= MOST_KEPT) large.clear();
    if (count >= LARGE) large.set(key, { count, until: Date.now() + LIFE_MS });
    return count;
  };
}

/** Counts of long lists, kept for a second: counting ten thousand rows costs more than reading a page of them. */
import { EXACT_TOTAL } from '@forgemesh/kit';
import type { Model, QueryFilter } from 'mongoose';

/** Shorter lists are counted each time, so that whoever writes sees his own count. */
const LARGE = 1_000;
const LIFE_MS = 1_000;
const MOST_KEPT = 1_000;

/** Counts rows up to one more than what is told exactly; a whole collection beyond that is estimated. */
export type CountRows<T> = (filter: QueryFilter<T>) => Promise<number>;

/** Makes the counter of a collection. */
export function createLargeCounts<T>(model: Model<T>): CountRows<T> {
  const kept = new Map<string, { count: number; until: number }>();
  return async (filter) => {
    const key = JSON.stringify(filter);
    const known = kept.get(key);
    if (known && known.until > Date.now()) return known.count;
    const limited = await model.countDocuments(filter, { limit: EXACT_TOTAL + 1 });
    const isWhole = Object.keys(filter).length === 0;
    const count = isWhole && limited > EXACT_TOTAL ? await model.estimatedDocumentCount() : limited;
    if (kept.size >= MOST_KEPT) kept.clear();
    if (count >= LARGE) kept.set(key, { count, until: Date.now() + LIFE_MS });
    return count;
  };
}

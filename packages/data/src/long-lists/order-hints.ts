/**
 * Where the first ranks of an order end, so that a page at its beginning is read from a narrow
 * range instead of sorting all that matches.
 *
 * Hints are never trusted: a range that holds too few rows is widened, and an old hint only makes
 * the range larger or smaller than wanted.
 */
import type { Model, QueryFilter } from 'mongoose';
import type { Logger } from '@forgemesh/telemetry';

/** Ranks at which ranges end. */
const RANKS = [300, 3_000] as const;
const MIN_LIFE_MS = 60_000;
/** Sampling takes a hundredth of the time at most. */
const TIMES_COST = 100;
const MAX_KEPT = 500;

/** Bounds of the first ranks of a place's order, the narrowest first; none for a small place. */
export interface OrderHints<T> {
  /** The first question for a place waits until it is sampled, which costs what sorting it does. */
  boundsOf(place: QueryFilter<T>, field: string, direction: 1 | -1): Promise<unknown[]>;
}

interface Hint {
  bounds: Promise<unknown[]>;
  until: number;
}

/**
 * Makes the hints of a collection. They are sampled for places and orders that are asked for, and
 * later again in the background.
 */
export function createOrderHints<T>(model: Model<T>, log: Logger): OrderHints<T> {
  const hints = new Map<string, Hint>();
  const sample = async (place: QueryFilter<T>, field: string, direction: 1 | -1): Promise<unknown[]> => {
    const rows = await model
      .find(place, { [field]: 1 })
      .sort({ [field]: direction })
      .limit(RANKS[1] + 1)
      .lean<Record<string, unknown>[]>();
    return RANKS.filter((rank) => rank < rows.length).map((rank) => rows[rank]?.[field]);
  };
  const renew = (key: string, read: () => Promise<unknown[]>, old?: Hint): Promise<unknown[]> => {
    const begun = Date.now();
    const bounds = read();
    const hint = { bounds: old?.bounds ?? bounds, until: begun + MIN_LIFE_MS };
    if (hints.size >= MAX_KEPT) hints.clear();
    hints.set(key, hint);
    bounds.then(
      () => {
        hint.bounds = bounds;
        hint.until = Date.now() + Math.max(MIN_LIFE_MS, (Date.now() - begun) * TIMES_COST);
      },
      (error: unknown) => {
        if (!old) hints.delete(key);
        log.warn({ err: error, key }, 'order not sampled');
      },
    );
    return hint.bounds;
  };
  return {
    boundsOf(place, field, direction) {
      const key = JSON.stringify([place, field, direction]);
      const hint = hints.get(key);
      if (hint && hint.until > Date.now()) return hint.bounds;
      return renew(key, () => sample(place, field, direction), hint);
    },
  };
}

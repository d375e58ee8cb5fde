/**
 * Where the first ranks of an order end, so that a page at its beginning is read from a narrow range instead of sorting all that matches.
 *
 * Hints are never trusted: a range that holds too few rows is widened, and an old hint only makes the range larger or smaller than wanted.
 */
import type { Logger } from '@forgemesh/kit';
import type { Model } from 'mongoose';

/** Ranks at which ranges end. */
const RANKS = [300, 3_000] as const;
const LIFE_MS = 60_000;

/** Bounds of an order's first ranks, the narrowest first; none for a small collection, or while they are not known. */
export interface OrderHints {
  boundsOf(field: string, direction: 1 | -1): unknown[];
}

interface Hint {
  bounds: unknown[];
  readAt: number;
}

/** Makes the hints of a collection. They are read in the background, for orders that are asked for. */
export function createOrderHints<T>(model: Model<T>, log: Logger): OrderHints {
  const hints = new Map<string, Hint>();
  const refresh = async (field: string, direction: 1 | -1, hint: Hint): Promise<void> => {
    const rows = await model
      .find({}, { [field]: 1 })
      .sort({ [field]: direction })
      .limit(RANKS[1] + 1)
      .lean<Record<string, unknown>[]>();
    hint.bounds = RANKS.filter((rank) => rank < rows.length).map((rank) => rows[rank]?.[field]);
  };
  return {
    boundsOf(field, direction) {
      const key = `${field}:${direction}`;
      const hint = hints.get(key) ?? { bounds: [], readAt: 0 };
      hints.set(key, hint);
      if (Date.now() - hint.readAt > LIFE_MS) {
        hint.readAt = Date.now();
        refresh(field, direction, hint).catch((error: unknown) => log.warn({ err: error, field }, 'order not sampled'));
      }
      return hint.bounds;
    },
  };
}

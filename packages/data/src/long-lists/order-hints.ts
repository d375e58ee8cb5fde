/**
 * Samples where the first ranks of a sort order end, so that a page at the beginning is read from a
 * narrow range instead of sorting all matching rows.
 *
 * Hints need not be exact: a range with too few rows is widened, and an outdated hint only makes
 * the range larger or smaller than intended.
 */
import type { Model, QueryFilter } from 'mongoose';
import type { Logger } from '@forgemesh/telemetry';

/** Ranks at which ranges end. */
const RANKS = [300, 3_000] as const;
const MIN_TTL_MS = 60_000;
/**
 * Time to live as a multiple of the time that sampling took: sampling takes at most a hundredth of
 * the time.
 */
const TTL_COST_FACTOR = 100;
const MAX_ENTRIES = 500;

/**
 * Bounds of the first ranks of an order in a scope, the narrowest first; empty for a small scope.
 */
export interface OrderHints<T> {
  /** The first call for a scope waits until it is sampled, which costs as much as sorting it. */
  boundsOf(scope: QueryFilter<T>, field: string, direction: 1 | -1): Promise<unknown[]>;
}

interface Hint {
  bounds: Promise<unknown[]>;
  expiresAt: number;
}

/**
 * Creates the hints of a collection. Requested scopes and orders are sampled, and refreshed in the
 * background.
 */
export function createOrderHints<T>(model: Model<T>, log: Logger): OrderHints<T> {
  const hints = new Map<string, Hint>();
  const sample = async (scope: QueryFilter<T>, field: string, direction: 1 | -1): Promise<unknown[]> => {
    const rows = await model
      .find(scope, { [field]: 1 })
      .sort({ [field]: direction })
      .limit(RANKS[1] + 1)
      .lean<Record<string, unknown>[]>();
    return RANKS.filter((rank) => rank < rows.length).map((rank) => rows[rank]?.[field]);
  };
  const refresh = (key: string, read: () => Promise<unknown[]>, old?: Hint): Promise<unknown[]> => {
    const startedAt = Date.now();
    const bounds = read();
    const hint = { bounds: old?.bounds ?? bounds, expiresAt: startedAt + MIN_TTL_MS };
    if (hints.size >= MAX_ENTRIES) hints.clear();
    hints.set(key, hint);
    bounds.then(
      () => {
        hint.bounds = bounds;
        hint.expiresAt = Date.now() + Math.max(MIN_TTL_MS, (Date.now() - startedAt) * TTL_COST_FACTOR);
      },
      (error: unknown) => {
        if (!old) hints.delete(key);
        log.warn({ err: error, key }, 'sort order not sampled');
      },
    );
    return hint.bounds;
  };
  return {
    boundsOf(scope, field, direction) {
      const key = JSON.stringify([scope, field, direction]);
      const hint = hints.get(key);
      if (hint && hint.expiresAt > Date.now()) return hint.bounds;
      return refresh(key, () => sample(scope, field, direction), hint);
    },
  };
}

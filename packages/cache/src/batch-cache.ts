/**
 * Loads values that another service owns in batches and caches them briefly, so that a page of a
 * list costs at most one call. `AccessCaches` creates these caches and clears them before any
 * change to their data is acknowledged.
 */
import { LoadCache } from './load-cache';

const MAX_ENTRIES = 10_000;

/** Options of a batch cache. */
export interface BatchCacheOptions {
  /** Maximum age of a value, in milliseconds. */
  maxAgeMs: number;
  /** Whether every invalidation reaches this process in time; always by default. */
  mayCache?: () => boolean;
  /** Clock in milliseconds; monotonic by default. */
  clock?: { now(): number };
}

/** Values by key. Concurrent requests for the same key share one load. */
export class BatchCache<Key extends number | string, Value> {
  private readonly values: LoadCache<Key, Value | undefined>;

  /** `fetch` returns the values that exist. */
  constructor(
    private readonly fetch: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
    { maxAgeMs: ttlMs, ...options }: BatchCacheOptions,
  ) {
    this.values = new LoadCache({ ...options, maxEntries: MAX_ENTRIES, ttlMs });
  }

  /** Returns the values of some keys, without those that do not exist. */
  async find(keys: Iterable<Key>): Promise<Map<Key, Value>> {
    const requested = [...new Set(keys)];
    // Read before the first await: the values may be cleared while the load runs.
    const cached = new Map(requested.map((key) => [key, this.values.get(key)]));
    const missing = requested.filter((key) => !cached.get(key));
    const loaded = missing.length > 0 ? this.load(missing) : undefined;
    const found = new Map<Key, Value>();
    for (const key of requested) {
      const value = await (cached.get(key) ?? loaded?.get(key));
      if (value !== undefined) found.set(key, value);
    }
    return found;
  }

  /** Returns the value of one key. */
  async get(key: Key): Promise<Value | undefined> {
    return (await this.find([key])).get(key);
  }

  /** Clears all values, including those that are being loaded. */
  clear(): void {
    this.values.invalidate();
  }

  private load(keys: Key[]): Map<Key, Promise<Value | undefined>> {
    const response = this.fetch(keys);
    const valueOf = (key: Key) => response.then((values) => values.get(key));
    return new Map(keys.map((key) => [key, this.values.add(key, valueOf(key))]));
  }
}

/**
 * Loads values that another service owns in batches and caches them briefly, so that a page of a
 * list costs at most one call. `AccessCaches` creates these caches and clears them before any
 * change to their data is acknowledged.
 */
import { LRUCache } from 'lru-cache';

const MAX_ENTRIES = 10_000;

/** Options of a batch cache. */
export interface BatchCacheOptions {
  /** Maximum age of a value, in milliseconds. */
  maxAgeMs: number;
  /** Whether every invalidation reaches this process in time; always by default. */
  mayCache?: () => boolean;
}

/** Values by key. Concurrent requests for the same key share one load. */
export class BatchCache<Key extends number | string, Value> {
  private readonly values: LRUCache<Key, Promise<Value | undefined>>;

  /** `fetch` returns the values that exist. */
  constructor(
    private readonly fetch: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
    private readonly options: BatchCacheOptions,
  ) {
    const perf = { now: () => performance.now() };
    this.values = new LRUCache({ max: MAX_ENTRIES, ttl: options.maxAgeMs, ttlResolution: 0, perf });
  }

  /** Returns the values of some keys, without those that do not exist. */
  async find(keys: Iterable<Key>): Promise<Map<Key, Value>> {
    const requested = [...new Set(keys)];
    if (this.options.mayCache?.() === false) this.clear();
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
    this.values.clear();
  }

  private load(keys: Key[]): Map<Key, Promise<Value | undefined>> {
    const response = this.fetch(keys);
    const loaded = new Map<Key, Promise<Value | undefined>>();
    for (const key of keys) {
      const value = response.then((values) => values.get(key));
      loaded.set(key, value);
      this.values.set(key, value);
      value.catch(() => {
        // A failure is not cached; the callers that wait for it receive it.
        if (this.values.peek(key) === value) this.values.delete(key);
      });
    }
    return loaded;
  }
}

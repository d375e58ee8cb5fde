/**
 * Cache of results that are valid for a while. Concurrent requests for a key share one computation.
 */
import { LRUCache } from 'lru-cache';

/** Options of a cache. */
export interface TimedCacheOptions<Value> {
  maxEntries: number;
  /** How long a value is valid, in milliseconds. */
  ttlMsOf: (value: Value) => number;
  /** Returns a time in milliseconds. */
  clock?: () => number;
}

/** Values by key. */
export class TimedCache<Value extends object> {
  private readonly values: LRUCache<string, Value, () => Promise<Value>>;

  constructor({ maxEntries, ttlMsOf, clock = () => performance.now() }: TimedCacheOptions<Value>) {
    this.values = new LRUCache({
      max: maxEntries,
      ttl: 1,
      // Reads the clock each time.
      ttlResolution: 0,
      perf: { now: clock },
      // A value that is evicted while it is computed is still returned, but not cached.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _old, { context: read, options }) => {
        const value = await read();
        options.ttl = ttlMsOf(value);
        return value;
      },
    });
  }

  /**
   * Returns the value of a key, computed by `read` if it is not cached. A failure is not cached.
   */
  async get(key: string, read: () => Promise<Value>): Promise<Value> {
    return (await this.values.fetch(key, { context: read })) as Value;
  }
}

/**
 * Cache of immutable values that are expensive to compute, limited by bytes. Concurrent requests
 * for a key share one computation.
 */
import { LRUCache } from 'lru-cache';

/** Options of a cache. */
export interface SizedCacheOptions<Value> {
  maxBytes: number;
  /** Time to live in milliseconds: values that are no longer used leave the memory. */
  ttlMs: number;
  bytesOf: (value: Value) => number;
}

/** Values by key. */
export class SizedCache<Value extends object> {
  private readonly values: LRUCache<string, Value, () => Promise<Value>>;

  constructor({ maxBytes, ttlMs, bytesOf }: SizedCacheOptions<Value>) {
    this.values = new LRUCache({
      maxSize: maxBytes,
      ttl: ttlMs,
      sizeCalculation: (value) => Math.max(bytesOf(value), 1),
      // A value that is evicted while it is computed is still returned, but not cached.
      ignoreFetchAbort: true,
      fetchMethod: (_key, _old, { context: read }) => read(),
    });
  }

  /**
   * Returns the value of a key, computed by `read` if it is not cached. A failure is not cached.
   */
  async get(key: string, read: () => Promise<Value>): Promise<Value> {
    return (await this.values.fetch(key, { context: read })) as Value;
  }
}

/**
 * What never changes under its key and costs much to find out: kept while it is asked for, up to a
 * number of bytes. Whoever asks while it is found out waits for it.
 */
import { LRUCache } from 'lru-cache';

/** How much is kept, and for how long. */
export interface SizedCacheOptions<Value> {
  maxBytes: number;
  /**
   * Milliseconds after which a value is found out anew all the same, so that what nobody asks for
   * leaves the memory.
   */
  lifeMs: number;
  bytesOf: (value: Value) => number;
}

/** Values by key. */
export class SizedCache<Value extends object> {
  private readonly values: LRUCache<string, Value, () => Promise<Value>>;

  constructor({ maxBytes, lifeMs, bytesOf }: SizedCacheOptions<Value>) {
    this.values = new LRUCache({
      maxSize: maxBytes,
      ttl: lifeMs,
      sizeCalculation: (value) => Math.max(bytesOf(value), 1),
      // What has to leave while it is found out is not kept, and is told all the same.
      ignoreFetchAbort: true,
      fetchMethod: (_key, _old, { context: read }) => read(),
    });
  }

  /** The value of a key. A failure is not kept. */
  async get(key: string, read: () => Promise<Value>): Promise<Value> {
    return (await this.values.fetch(key, { context: read })) as Value;
  }
}

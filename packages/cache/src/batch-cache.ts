/**
 * Loads values that another service owns in batches and caches them for a moment, so that a page of
 * a list costs one call and most pages none. `AccessCaches` creates them and clears them before any
 * change of what they hold is acknowledged.
 */
import { LRUCache } from 'lru-cache';

const MAX_ENTRIES = 10_000;

/** How long values are cached. */
export interface BatchCacheOptions {
  /** Longest life of a value, in milliseconds. */
  maxAgeMs: number;
  /** Whether this process hears of every change in time; always by default. */
  mayCache?: () => boolean;
}

/** Values by key. Several questions for the same key at once become one. */
export class BatchCache<Key extends number | string, Value> {
  private readonly values: LRUCache<Key, Promise<Value | undefined>>;

  /** `fetch` answers with the values that exist. */
  constructor(
    private readonly fetch: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
    private readonly options: BatchCacheOptions,
  ) {
    const perf = { now: () => performance.now() };
    this.values = new LRUCache({ max: MAX_ENTRIES, ttl: options.maxAgeMs, ttlResolution: 0, perf });
  }

  /** The values of some keys; what does not exist is not in it. */
  async find(keys: Iterable<Key>): Promise<Map<Key, Value>> {
    const wanted = [...new Set(keys)];
    if (this.options.mayCache?.() === false) this.clear();
    // Read before anything is awaited: values may be dropped meanwhile.
    const cached = new Map(wanted.map((key) => [key, this.values.get(key)]));
    const missing = wanted.filter((key) => !cached.get(key));
    const loaded = missing.length > 0 ? this.load(missing) : undefined;
    const found = new Map<Key, Value>();
    for (const key of wanted) {
      const value = await (cached.get(key) ?? loaded?.get(key));
      if (value !== undefined) found.set(key, value);
    }
    return found;
  }

  /** The value of one key. */
  async get(key: Key): Promise<Value | undefined> {
    return (await this.find([key])).get(key);
  }

  /** Drops every value, and those that are being loaded. */
  clear(): void {
    this.values.clear();
  }

  private load(keys: Key[]): Map<Key, Promise<Value | undefined>> {
    const answer = this.fetch(keys);
    const loaded = new Map<Key, Promise<Value | undefined>>();
    for (const key of keys) {
      const value = answer.then((values) => values.get(key));
      loaded.set(key, value);
      this.values.set(key, value);
      value.catch(() => {
        // A failure is not kept; the callers that wait for it receive it.
        if (this.values.peek(key) === value) this.values.delete(key);
      });
    }
    return loaded;
  }
}

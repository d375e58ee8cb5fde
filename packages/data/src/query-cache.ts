/**
 * Query cache: entries live for at most a second and are invalidated by any write to their
 * collections. A write of another replica invalidates them before that replica responds to its
 * caller (`write-notifications.ts`); nothing is cached while that is not guaranteed. A read that
 * takes longer than the time to live is shared while it runs, so that a slow database does not get
 * the same query repeatedly.
 */
import { LoadCache } from '@forgemesh/cache';
import type { Connection } from 'mongoose';
import { MAX_CACHE_AGE_MS, mayCacheReads, onWrite } from './store/write-notifications';

const MAX_ENTRIES = 10_000;

/** Size and time to live of a cache. */
export interface QueryCacheOptions {
  /**
   * Time to live in milliseconds, from the start of the read; at most a second, which is the
   * default.
   */
  ttlMs?: number;
  /** How long a running read is shared, in milliseconds; at most a second, which is the default. */
  maxSharedMs?: number;
  /** Maximum number of entries. */
  maxEntries?: number;
  /** Clock in milliseconds; monotonic by default. */
  now?: () => number;
}

/** Results that are read from some collections. */
export class QueryCache<Value, Key extends string | number = string> {
  private readonly results: LoadCache<Key, Value>;

  constructor(
    connection: Connection,
    collections: readonly string[],
    { ttlMs = MAX_CACHE_AGE_MS, maxSharedMs = MAX_CACHE_AGE_MS, maxEntries = MAX_ENTRIES, now }: QueryCacheOptions = {},
  ) {
    this.results = new LoadCache({
      maxEntries,
      ttlMs: Math.min(ttlMs, MAX_CACHE_AGE_MS),
      maxSharedMs: Math.min(maxSharedMs, MAX_CACHE_AGE_MS),
      mayCache: () => mayCacheReads(connection),
      ...(now && { clock: { now } }),
    });
    onWrite(connection, collections, () => this.clear());
  }

  /** Returns the result for a key: the cached one, or a new read. A failure is not cached. */
  get(key: Key, read: () => Promise<Value>): Promise<Value> {
    // A query is a thenable, which would run again for each caller that awaits it.
    return this.results.get(key) ?? this.results.add(key, Promise.resolve(read()));
  }

  /**
   * Returns the results for several keys; those that are not cached are read together. Keys that
   * the read does not return have no result.
   */
  async getAll(
    keys: Iterable<Key>,
    read: (missing: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  ): Promise<Map<Key, Value>> {
    const cached = new Map([...keys].map((key) => [key, this.results.get(key)]));
    const missing = [...cached.keys()].filter((key) => !cached.get(key));
    const found = missing.length > 0 ? read(missing) : undefined;
    const results = [...cached].map(async ([key, result]) => {
      // A key that the read does not return is cached as undefined, which is never returned.
      const pending =
        result ??
        this.results.add(
          key,
          Promise.resolve(found).then((values) => values?.get(key) as Value),
        );
      return [key, await pending] as const;
    });
    return new Map((await Promise.all(results)).filter(([, value]) => value !== undefined));
  }

  /**
   * Caches results that were read for another purpose, unless a write happens in between. Resolves
   * with the results.
   */
  prime(read: () => Promise<ReadonlyMap<Key, Value>>): Promise<ReadonlyMap<Key, Value>> {
    return this.results.prime(read);
  }

  /** Clears the cache: another process has written. */
  clear(): void {
    this.results.invalidate();
  }
}

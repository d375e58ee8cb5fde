/**
 * Query cache: entries live for at most a second and are invalidated by any write to their
 * collections. A write of another replica invalidates them before that replica responds to its
 * caller (`write-notifications.ts`); nothing is cached while that is not guaranteed. A read that
 * takes longer than the time to live is shared while it runs, so that a slow database does not get
 * the same query repeatedly.
 */
// The global `performance` is a getter, which is slow for something that each read asks.
import { performance } from 'node:perf_hooks';
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

interface Entry<Value> {
  result: Promise<Value>;
  startedAt: number;
  isInProgress: boolean;
}

/** Results that are read from some collections. */
export class QueryCache<Value, Key extends string | number = string> {
  private entries = new Map<Key, Entry<Value>>();
  private readonly ttlMs: number;
  private readonly maxSharedMs: number;
  private readonly maxEntries: number;
  private readonly now: () => number;

  constructor(
    private readonly connection: Connection,
    collections: readonly string[],
    {
      ttlMs = MAX_CACHE_AGE_MS,
      maxSharedMs = MAX_CACHE_AGE_MS,
      maxEntries = MAX_ENTRIES,
      now = () => performance.now(),
    }: QueryCacheOptions = {},
  ) {
    this.now = now;
    this.ttlMs = Math.min(ttlMs, MAX_CACHE_AGE_MS);
    this.maxSharedMs = Math.min(Math.max(maxSharedMs, this.ttlMs), MAX_CACHE_AGE_MS);
    this.maxEntries = maxEntries;
    onWrite(connection, collections, () => this.clear());
  }

  /** Returns the result for a key: the cached one, or a new read. A failure is not cached. */
  get(key: Key, read: () => Promise<Value>): Promise<Value> {
    // A query is a thenable, which would run again for each caller that awaits it.
    return this.cached(key) ?? this.store(key, Promise.resolve(read()));
  }

  /**
   * Returns the results for several keys; those that are not cached are read together. Keys that
   * the read does not return have no result.
   */
  async getAll(
    keys: Iterable<Key>,
    read: (missing: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  ): Promise<Map<Key, Value>> {
    const cached = new Map([...keys].map((key) => [key, this.cached(key)]));
    const missing = [...cached.keys()].filter((key) => !cached.get(key));
    const found = missing.length > 0 ? read(missing) : undefined;
    const results = [...cached].map(async ([key, result]) => {
      // A key that the read does not return is cached as undefined, which is never returned.
      const pending =
        result ??
        this.store(
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
  async prime(read: () => Promise<ReadonlyMap<Key, Value>>): Promise<ReadonlyMap<Key, Value>> {
    // As in `store`: a write replaces the map, so the results are not cached.
    const { entries } = this;
    const startedAt = this.now();
    const values = await read();
    if (entries.size + values.size > this.maxEntries) entries.clear();
    for (const [key, value] of values)
      entries.set(key, { result: Promise.resolve(value), startedAt, isInProgress: false });
    return values;
  }

  /** Clears the cache: another process has written. */
  clear(): void {
    this.entries = new Map();
  }

  private cached(key: Key): Promise<Value> | undefined {
    const entry = this.entries.get(key);
    if (!entry || !mayCacheReads(this.connection)) return undefined;
    const ttlMs = entry.isInProgress ? this.maxSharedMs : this.ttlMs;
    return this.now() - entry.startedAt < ttlMs ? entry.result : undefined;
  }

  private store(key: Key, result: Promise<Value>): Promise<Value> {
    if (this.entries.size >= this.maxEntries) this.entries = new Map();
    // A write during the read replaces the map, so the result is not cached.
    const { entries } = this;
    const entry = { result, startedAt: this.now(), isInProgress: true };
    entries.set(key, entry);
    result.then(
      () => void (entry.isInProgress = false),
      // A later read may have replaced it.
      () => void (entries.get(key) === entry && entries.delete(key)),
    );
    return result;
  }
}

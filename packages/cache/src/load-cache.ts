/**
 * Values that are loaded when they are requested, and cached briefly.
 *
 * A load is registered while it runs, and its result is cached only if it is still registered when
 * it ends. An invalidation removes cached values and registered loads: later requests find neither
 * and start a load of their own. A result that was invalidated while it was loaded is therefore not
 * cached; only the callers that wait for it receive it.
 *
 * The time to live counts from the start of the load, because the result may be that old. A failure
 * is not cached.
 */
// The global `performance` is a getter, which is slow for something that each read needs.
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';

/** Share of the maximum number of entries from which an invalidation of everything removes them. */
const MIN_FILL = 1 / 32;

/** Options of a cache. */
export interface LoadCacheOptions<Value> {
  maxEntries: number;
  /** Time to live in milliseconds. */
  ttlMs: number;
  /**
   * How long a running load is shared, in milliseconds, if that is longer than the time to live:
   * so that a slow source does not get the same request repeatedly.
   */
  maxSharedMs?: number;
  /** Whether every invalidation reaches this process in time; always by default. */
  mayCache?: () => boolean;
  /** Whether a result is cached; all are by default. */
  isCacheable?: (value: Value) => boolean;
  /** Clock in milliseconds; monotonic by default. */
  clock?: { now(): number };
}

interface Entry<Value> {
  value: Value;
  result: Promise<Value>;
  generation: number;
}

interface Load<Value> {
  result: Promise<Value>;
  startedAt: number;
}

/** Results of loads by key. */
export class LoadCache<Key extends number | string, Value> {
  private entries: LRUCache<Key, Entry<Value>> | undefined;
  private loads = new Map<Key, Load<Value>>();
  /** Entries of earlier generations are invalid. */
  private generation = 0;
  private readonly maxEntries: number;
  private readonly ttlMs: number;
  private readonly maxSharedMs: number;
  private readonly mayCache: () => boolean;
  private readonly isCacheable: (value: Value) => boolean;
  private readonly clock: { now(): number };

  constructor({
    maxEntries,
    ttlMs,
    maxSharedMs = ttlMs,
    mayCache = () => true,
    isCacheable = () => true,
    clock = performance,
  }: LoadCacheOptions<Value>) {
    this.maxEntries = maxEntries;
    this.ttlMs = ttlMs;
    this.maxSharedMs = Math.max(maxSharedMs, ttlMs);
    this.mayCache = mayCache;
    this.isCacheable = isCacheable;
    this.clock = clock;
  }

  /** Returns the cached result of a key, or else its running load. */
  get(key: Key): Promise<Value> | undefined {
    return this.find(key)?.result ?? this.running(key);
  }

  /** Returns the cached value of a key. */
  peek(key: Key): Value | undefined {
    return this.find(key)?.value;
  }

  /** Returns the running load of a key. */
  running(key: Key): Promise<Value> | undefined {
    const load = this.loads.get(key);
    return load && this.clock.now() - load.startedAt < this.maxSharedMs && this.mayCache() ? load.result : undefined;
  }

  /** Registers a load that has just started. Returns its result. */
  add(key: Key, result: Promise<Value>): Promise<Value> {
    const load = { result, startedAt: this.clock.now() };
    if (this.mayCache()) this.loads.set(key, load);
    result.then(
      (value) => {
        if (this.end(key, load)) this.store(key, value, load);
      },
      () => void this.end(key, load),
    );
    return result;
  }

  /**
   * Caches values that are read for another purpose, unless an invalidation happens in between.
   * Resolves with the values.
   */
  async prime(read: () => Promise<ReadonlyMap<Key, Value>>): Promise<ReadonlyMap<Key, Value>> {
    // An invalidation replaces the map.
    const { loads } = this;
    const startedAt = this.clock.now();
    const values = await read();
    if (loads !== this.loads || !this.mayCache()) return values;
    for (const [key, value] of values) this.store(key, value, { result: Promise.resolve(value), startedAt });
    return values;
  }

  /** Invalidates the values that match and all running loads; by default all values. */
  invalidate(matches?: (value: Value) => boolean): void {
    this.loads = new Map();
    if (!matches) return this.clear();
    for (const [key, { value }] of [...(this.entries?.entries() ?? [])]) if (matches(value)) this.entries?.delete(key);
  }

  private clear(): void {
    this.generation += 1;
    // Emptying takes time in proportion to the maximum size; a few entries wait to be replaced.
    if (this.entries && this.entries.size >= this.maxEntries * MIN_FILL) this.entries.clear();
  }

  private find(key: Key): Entry<Value> | undefined {
    const entry = this.entries?.get(key);
    return entry !== undefined && entry.generation === this.generation && this.mayCache() ? entry : undefined;
  }

  /** Ends a load; false if it was invalidated or replaced by a later one. */
  private end(key: Key, load: Load<Value>): boolean {
    return this.loads.get(key) === load && this.loads.delete(key);
  }

  private store(key: Key, value: Value, { result, startedAt }: Load<Value>): void {
    const isOver = this.clock.now() - startedAt >= this.ttlMs;
    if (isOver || !this.isCacheable(value)) return;
    // The memory is allocated at once, so a cache that is not used has none.
    this.entries ??= new LRUCache({ max: this.maxEntries, ttl: this.ttlMs, ttlResolution: 0, perf: this.clock });
    this.entries.set(key, { value, result, generation: this.generation }, { start: startedAt });
  }
}

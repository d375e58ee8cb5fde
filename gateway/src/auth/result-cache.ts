/**
 * Caches results of identity and projects about a caller and their access for 500 ms, so that many
 * requests of a client do not cost two calls each.
 *
 * - Only positive results are cached. A refusal is computed for each request.
 * - Concurrent equal calls are made once.
 * - A request that may change a result invalidates it in every gateway before its own response is
 *   sent (`authorization-cache.ts`). Changes that no request causes (the last day of a membership,
 *   a job) take effect after 500 ms at the latest.
 * - A result that was being loaded during an invalidation is not cached.
 */
import { MAX_ACCESS_AGE_MS } from '@forgemesh/cache';
import { LRUCache } from 'lru-cache';

const MAX_ENTRIES = 10_000;

/** Options of a result cache. */
export interface ResultCacheOptions<Result> {
  /** Whether a result lets the caller pass. */
  isCacheable: (result: Result) => boolean;
  /** Whether every invalidation reaches this gateway in time; always by default. */
  mayCache?: () => boolean;
  /** Clock in milliseconds. */
  clock?: { now(): number };
}

/** Results by key. */
export class ResultCache<Result extends object> {
  private readonly entries: LRUCache<string, Result>;
  private readonly isCacheable: (result: Result) => boolean;
  private readonly mayCache: () => boolean;
  private loading = new Map<string, Promise<Result>>();

  constructor({ isCacheable, mayCache = () => true, clock = performance }: ResultCacheOptions<Result>) {
    this.isCacheable = isCacheable;
    this.mayCache = mayCache;
    this.entries = new LRUCache({ max: MAX_ENTRIES, ttl: MAX_ACCESS_AGE_MS, perf: clock, ttlResolution: 0 });
  }

  /** Returns the cached result. */
  get(key: string): Result | undefined {
    return this.mayCache() ? this.entries.get(key) : undefined;
  }

  /** Loads a result, or joins a load of the same key that is in progress. */
  async load(key: string, load: () => Promise<Result>): Promise<Result> {
    const inProgress = this.mayCache() ? this.loading.get(key) : undefined;
    if (inProgress) {
      const result = await inProgress.catch(() => undefined);
      // A refusal applies only to the request that loaded it: it may be older than this request.
      return result !== undefined && this.isCacheable(result) ? result : load();
    }
    // An invalidation replaces this map, which is detected below.
    const { loading } = this;
    const promise = load();
    loading.set(key, promise);
    try {
      const result = await promise;
      if (loading === this.loading && this.isCacheable(result)) this.entries.set(key, result);
      return result;
    } finally {
      loading.delete(key);
    }
  }

  /** Removes the entries that match, by default all. */
  invalidate(matches?: (result: Result) => boolean): void {
    this.loading = new Map();
    if (!matches) return this.entries.clear();
    for (const [key, result] of [...this.entries.entries()]) if (matches(result)) this.entries.delete(key);
  }
}

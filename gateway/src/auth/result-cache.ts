/**
 * Caches results of identity and projects about a caller and their access for 500 ms, so that many
 * requests of a client do not cost two calls each.
 *
 * - Only positive results are cached. A refusal is computed for each request.
 * - Concurrent equal calls are made once.
 * - A request that may change a result invalidates it in every gateway before its own response is
 *   sent (`authorization-cache.ts`). Changes that no request causes (the last day of a membership,
 *   a job) take effect after 500 ms at the latest.
 */
import { LoadCache, MAX_ACCESS_AGE_MS } from '@forgemesh/cache';

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
  private readonly results: LoadCache<string, Result>;
  private readonly isCacheable: (result: Result) => boolean;

  constructor({ isCacheable, mayCache, clock }: ResultCacheOptions<Result>) {
    this.isCacheable = isCacheable;
    this.results = new LoadCache({
      maxEntries: MAX_ENTRIES,
      ttlMs: MAX_ACCESS_AGE_MS,
      isCacheable,
      ...(mayCache && { mayCache }),
      ...(clock && { clock }),
    });
  }

  /** Returns the cached result. */
  get(key: string): Result | undefined {
    return this.results.peek(key);
  }

  /** Loads a result, or joins a load of the same key that is in progress. */
  async load(key: string, load: () => Promise<Result>): Promise<Result> {
    const inProgress = this.results.running(key);
    if (!inProgress) return this.results.add(key, load());
    const result = await inProgress.catch(() => undefined);
    // A refusal applies only to the request that loaded it: it may be older than this request.
    return result !== undefined && this.isCacheable(result) ? result : load();
  }

  /** Removes the entries that match, by default all. */
  invalidate(matches?: (result: Result) => boolean): void {
    this.results.invalidate(matches);
  }
}

/**
 * Caches of access levels, and of names and paths that other services own.
 *
 * Every process that holds one joins the topic `access`. The gateway receives all changes: it
 * invalidates the topic and waits for the members before it responds to the request that made the
 * change (`cache-invalidation.ts`).
 */
import { BatchCache } from './batch-cache';
import { CacheInvalidation } from './cache-invalidation';
import type { EventBus } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';

/**
 * Topic of the caches that any change of users, memberships, groups, projects or settings clears.
 */
export const ACCESS_TOPIC = 'access';

/** Maximum age of an entry in these caches, in milliseconds. */
export const MAX_ACCESS_AGE_MS = 500;

/** The caches of one process. */
export class AccessCaches {
  private readonly caches: { clear(): void }[] = [];
  private readonly invalidation: CacheInvalidation<string>;

  constructor(bus: EventBus, log: Logger) {
    this.invalidation = new CacheInvalidation({
      bus,
      log,
      topic: ACCESS_TOPIC,
      maxAgeMs: MAX_ACCESS_AGE_MS,
      onInvalidate: () => this.clear(),
    });
  }

  /** Creates a cache that is cleared with the others. */
  create<Key extends number | string, Value>(
    fetch: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  ): BatchCache<Key, Value> {
    const mayCache = (): boolean => this.invalidation.mayCache();
    const cache = new BatchCache(fetch, { maxAgeMs: MAX_ACCESS_AGE_MS, mayCache });
    this.caches.push(cache);
    return cache;
  }

  /** Clears the caches of this process. */
  clear(): void {
    for (const cache of this.caches) cache.clear();
  }

  /**
   * Clears the caches of every process and waits until none uses an older entry: for changes that
   * no request causes.
   */
  async clearEverywhere(): Promise<void> {
    this.clear();
    await this.invalidation.invalidate('all');
  }

  /** Leaves the topic. */
  close(): void {
    this.invalidation.close();
  }
}

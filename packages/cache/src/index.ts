/** Caches of data that other services own, and their invalidation. */
export { ACCESS_TOPIC, AccessCaches, MAX_ACCESS_AGE_MS } from './access-caches';
export { BatchCache } from './batch-cache';
export { CacheInvalidation } from './cache-invalidation';
export { LoadCache, type LoadCacheOptions } from './load-cache';
export { SizedCache } from './sized-cache';
export { TimedCache } from './timed-cache';

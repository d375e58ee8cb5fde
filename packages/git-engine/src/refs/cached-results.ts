/** Results that are computed from a list of refs, cached until a ref changes. */
import { LRUCache } from 'lru-cache';
import type { Repository } from '../worker/repository';
import type { Ref } from './ref-store';

/** Results of one kind that are cached for a list. */
const MAX_RESULTS = 20;

/**
 * Returns the result for a list and a key, computed once. A list is the same array until a ref
 * changes (see `RefStore.list`).
 */
export function cachedResult<Result extends object>(
  repository: Repository,
  { kind, refs, key }: { kind: string; refs: readonly Ref[]; key: string },
  compute: () => Result,
): Result {
  const lists = repository.slot(kind, () => new WeakMap<readonly Ref[], LRUCache<string, Result>>());
  const cached = lists.get(refs) ?? new LRUCache<string, Result>({ max: MAX_RESULTS });
  lists.set(refs, cached);
  const found = cached.get(key) ?? compute();
  cached.set(key, found);
  return found;
}

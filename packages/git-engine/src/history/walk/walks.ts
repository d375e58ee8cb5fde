/**
 * Caches walks by query: the next page continues where the last one stopped, a repeated page costs
 * nothing.
 */
import { createHash } from 'node:crypto';
import { normalizePath } from '../../content/tree/tree-object';
import type { Repository } from '../../worker/repository';
import { Walk } from './walk';
import type { WalkQuery } from './walk-query';

const cacheBytes = 32 * 1024 * 1024;
const MAX_KINDS = 10_000;

/** Finds the first `count` commits of a query, or all when there are fewer. */
export async function takeCommits(
  repository: Repository,
  query: WalkQuery,
  count: number,
  signal?: AbortSignal,
): Promise<{ ids: readonly string[]; done: boolean; walk: Walk }> {
  const cache = repository.cache<Walk>('walks', cacheBytes, (walk) => walk.weight);
  const normal = normalize(query);
  const { from, ...rest } = normal;
  const kind = digest(rest);
  const keyOf = (ids: readonly string[]): string => `${ids.length === 1 ? ids[0] : digest(ids)} ${kind}`;
  const key = keyOf(from);
  const cached = cache.get(key);
  const findCached = mayBeCached(repository, kind) ? (id: string) => cache.peek(keyOf([id])) : undefined;
  const walk = cached === undefined || cached.broken ? new Walk(repository, normal, findCached) : cached;
  const ids = await walk.take(count, signal);
  // The walk has grown: the cache measures an entry only when it is inserted.
  cache.delete(key);
  cache.set(key, walk);
  return { ids, done: walk.done, walk };
}

/** Whether there may be walks of this kind from other commits; true from the second call on. */
function mayBeCached(repository: Repository, kind: string): boolean {
  const kinds = repository.slot('kinds of walks', () => new Set<string>());
  if (kinds.has(kind)) return true;
  if (kinds.size >= MAX_KINDS) kinds.clear();
  kinds.add(kind);
  return false;
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}

function normalize(query: WalkQuery): WalkQuery {
  const { from, exclude = [], first_parent = false, path = '', since, until } = query;
  const cleanPath = normalizePath(path);
  return { from, exclude, first_parent, path: cleanPath === '' ? undefined : cleanPath, since, until };
}

/** Caches of the projects and groups that callers may read; the projects service decides. */
import { canReadFeature } from '@forgemesh/access';
import type { AccessCaches, BatchCache } from '@forgemesh/cache';
import type { Subject } from '@forgemesh/proto/projects/v1/access';
import type { Clients } from '#clients';
import type { ItemFeature } from './policy';

/** The projects whose items a caller may read. */
export interface Readable {
  /** All projects, whatever their feature levels; `levels` is empty then. */
  everything: boolean;
  /** The caller's level by project. */
  levels: ReadonlyMap<number, number>;
  /** Whether there are more projects than the query's limit. */
  has_more: boolean;
}

/** A query to the projects service; its JSON is the cache key. */
export interface AccessQuery {
  subject: Subject;
  group_id: number | undefined;
  feature: ItemFeature;
  limit?: number | undefined;
}

/** The groups that a caller may read. */
export interface ReadableGroupLevels {
  /** All groups; `levels` is empty then. */
  everything: boolean;
  /** The caller's level by group. */
  levels: ReadonlyMap<number, number>;
}

/** Cached group levels, keyed by query. */
export type ReadableGroups = BatchCache<string, ReadableGroupLevels>;

/** Results keyed by query: a client that pages through a list repeats the same query. */
export interface ReadableProjects {
  lists: BatchCache<string, Readable>;
  /** Levels by query and project. */
  levels: BatchCache<string, number>;
}

/** Creates empty caches. */
export function createReadableProjects(clients: Clients, caches: AccessCaches): ReadableProjects {
  return {
    lists: caches.create(
      async (keys) =>
        new Map(
          await Promise.all(
            keys.map(async (key) => [key, await fetchAccess(clients, JSON.parse(key) as AccessQuery)] as const),
          ),
        ),
    ),
    // All keys of a batch share one query.
    levels: caches.create(async ([first = '', ...others]) => {
      const [query = '', id] = first.split(KEY_SEPARATOR);
      const ids = [id, ...others.map((key) => key.split(KEY_SEPARATOR)[1])].map(Number);
      const { levels } = await fetchAccess(clients, JSON.parse(query) as AccessQuery, ids);
      return new Map([...levels].map(([project, level]) => [`${query}${KEY_SEPARATOR}${project}`, level]));
    }),
  };
}

/** Separates query and project id in the keys of `levels`. */
export const KEY_SEPARATOR = ' ';

/** Creates an empty cache. */
export function createReadableGroups({ access }: Clients, caches: AccessCaches): ReadableGroups {
  return caches.create(async (keys) => {
    const results = keys.map(async (key) => {
      const { everything, groups } = await access.listGroupAccess(JSON.parse(key) as Omit<AccessQuery, 'feature'>);
      return [key, { everything, levels: new Map(groups.map(({ id, level }) => [id, level])) }] as const;
    });
    return new Map(await Promise.all(results));
  });
}

async function fetchAccess({ access }: Clients, query: AccessQuery, ids: number[] = []): Promise<Readable> {
  const { subject, group_id, feature, limit } = query;
  const { everything, projects, has_more } = await access.listAccess({ subject, group_id, project_ids: ids, limit });
  const usable = projects.filter((project) => canReadFeature(project, feature));
  return { everything, levels: new Map(usable.map(({ id, level }) => [id, level])), has_more };
}

import { api, unwrap } from '#api/client';
import type { Entity, QueryOf } from '#api/types';
import { ApiError } from '#lib/api-error';

/** Namespaces that are loaded at the same time. */
const AT_A_TIME = 10;

/** Keys of the queries of namespaces. */
export const namespaceKeys = {
  all: ['namespaces'],
  byIds: (ids: readonly number[]) => ['namespaces', 'ids', ids],
} as const;

/** List namespaces. */
export function listNamespaces(query: QueryOf<'get', '/api/v4/namespaces'>) {
  return unwrap(api.GET('/api/v4/namespaces', { params: { query } }));
}

/** Get a namespace by its id or path. */
export function getNamespace(id: number | string) {
  return unwrap(api.GET('/api/v4/namespaces/{id}', { params: { path: { id: String(id) } } }));
}

/** Loads namespaces, without those that do not exist any more. */
export async function loadNamespaces(ids: readonly number[]): Promise<Entity<'projects.Namespace'>[]> {
  const found: Entity<'projects.Namespace'>[] = [];
  for (let at = 0; at < ids.length; at += AT_A_TIME) {
    const some = await Promise.all(ids.slice(at, at + AT_A_TIME).map((id) => getNamespace(id).catch(nullIfMissing)));
    found.push(...some.filter((one) => one !== null));
  }
  return found;
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

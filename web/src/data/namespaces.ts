import { api, unwrap } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of namespaces. */
export const namespaceKeys = {
  all: ['namespaces'],
} as const;

/** List namespaces. */
export function listNamespaces(query: QueryOf<'get', '/api/v4/namespaces'>) {
  return unwrap(api.GET('/api/v4/namespaces', { params: { query } }));
}

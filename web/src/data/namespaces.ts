import { api, unwrap } from '#api/client';
import type { QueryOf } from '#api/types';

/** List namespaces. */
export function listNamespaces(query: QueryOf<'get', '/api/v4/namespaces'>) {
  return unwrap(api.GET('/api/v4/namespaces', { params: { query } }));
}

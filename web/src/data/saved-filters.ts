import { allPages } from '#api/all-pages';
import { api, unwrap, unwrapPage } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of saved filters. */
export const savedFilterKeys = {
  of: (list: string) => ['saved-filters', list],
} as const;

type Kind = NonNullable<QueryOf<'get', '/api/v4/user/saved_filters'>['list']>;

/** List the saved filters of the current user. */
export function listSavedFilters(list: Kind) {
  return allPages((page) =>
    unwrapPage(api.GET('/api/v4/user/saved_filters', { params: { query: { list, page, per_page: 100 } } })),
  );
}

/** Save a filter of the current user. */
export function saveFilter(list: Kind, name: string, query: string) {
  return unwrap(
    api.PUT('/api/v4/user/saved_filters/{list}/{name}', { params: { path: { list, name } }, body: { query } }),
  );
}

/** Delete a saved filter of the current user. */
export function deleteSavedFilter(list: Kind, name: string) {
  return unwrap(api.DELETE('/api/v4/user/saved_filters/{list}/{name}', { params: { path: { list, name } } }));
}

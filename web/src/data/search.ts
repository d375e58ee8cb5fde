/** Search. The shape of the results depends on the scope, which the document does not express. */
import { api, unwrapPage } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of search. */
export const searchKeys = {
  everywhere: (scope: string, search: string, page: number) => ['search', scope, search, page],
  inProject: (project: string, scope: string, search: string, page: number) => ['search', project, scope, search, page],
} as const;

/** Search in all projects and groups. */
export function searchEverywhere(query: QueryOf<'get', '/api/v4/search'>) {
  return unwrapPage<unknown>(api.GET('/api/v4/search', { params: { query } }) as never);
}

/** Search in a project. */
export function searchProject(projectId: string, query: QueryOf<'get', '/api/v4/projects/{id}/search'>) {
  return unwrapPage<unknown>(
    api.GET('/api/v4/projects/{id}/search', { params: { path: { id: projectId }, query } }) as never,
  );
}

import { api, unwrapPage } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of contributors. */
export const contributorKeys = {
  list: (projectId: number, page: number) => ['contributors', projectId, page],
} as const;

/** List the contributors to a repository. */
export function listContributors(
  projectId: number,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/contributors'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/repository/contributors', { params: { path: { id: String(projectId) }, query } }),
  );
}

import { api, unwrap, unwrapPage } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of repository checks. */
export const repositoryCheckKeys = {
  list: (page: number, state: string | undefined) => ['admin', 'repository-checks', page, state],
} as const;

/** List the results of repository checks. */
export function listRepositoryChecks(query: QueryOf<'get', '/api/v4/admin/repository_checks'>) {
  return unwrapPage(api.GET('/api/v4/admin/repository_checks', { params: { query } }));
}

/** Check the repositories of a project soon. */
export function runRepositoryCheck(projectId: number) {
  return unwrap(
    api.POST('/api/v4/admin/repository_checks/{project_id}', { params: { path: { project_id: projectId } } }),
  );
}

/** Clear the results of all repository checks. */
export function clearRepositoryChecks() {
  return unwrap(api.DELETE('/api/v4/admin/repository_checks'));
}

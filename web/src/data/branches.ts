import { useQuery } from '@tanstack/react-query';
import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, Project, QueryOf } from '#api/types';

/** Keys of the queries of branches. */
export const branchKeys = {
  all: ['branches'],
  ofProject: (projectId: number) => ['branches', projectId],
  count: (projectId: number) => ['branches', projectId, 'count'],
  pushable: (projectId: number, name: string) => ['branches', projectId, 'pushable', name],
  one: (projectId: number, name: string) => ['branches', projectId, 'one', name],
  list: (projectId: number, search: string, page: number) => ['branches', projectId, search, page],
} as const;

/** List the branches of a repository. */
export function findBranches(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/branches'>,
) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/branches', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** List the branches of a repository. */
export function listBranches(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/branches'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/repository/branches', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** The number of branches of a project that has files; undefined until it is loaded. */
export function useBranchCount({ id, empty_repo: isEmpty }: Project): number | undefined {
  const { data } = useQuery({
    queryKey: branchKeys.count(id),
    queryFn: () => listBranches(id, { per_page: 1 }),
    enabled: isEmpty === false,
    staleTime: 30_000,
  });
  return data?.total;
}

/** Get a branch. */
export function getBranch(projectId: number | string, branch: string) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/branches/{branch}', {
      params: { path: { id: String(projectId), branch } },
    }),
  );
}

/** Delete a branch. */
export function deleteBranch(projectId: number | string, branch: string) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/repository/branches/{branch}', {
      params: { path: { id: String(projectId), branch } },
    }),
  );
}

/** Create a branch. */
export function createBranch(
  projectId: number | string,
  body: BodyOf<'post', '/api/v4/projects/{id}/repository/branches'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/repository/branches', { params: { path: { id: String(projectId) } }, body }),
  );
}

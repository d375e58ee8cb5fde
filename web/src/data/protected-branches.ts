import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of protected branches. */
export const protectedBranchKeys = {
  ofProject: (projectId: number) => ['protected-branches', projectId],
} as const;

/** List the protected branches of a project. */
export function listProtectedBranches(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/protected_branches'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/protected_branches', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** Unprotect a branch or wildcard. */
export function deleteProtectedBranch(projectId: number | string, name: string) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/protected_branches/{name}', {
      params: { path: { id: String(projectId), name } },
    }),
  );
}

/** Protect a branch or wildcard. */
export function createProtectedBranch(
  projectId: number | string,
  body: BodyOf<'post', '/api/v4/projects/{id}/protected_branches'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/protected_branches', { params: { path: { id: String(projectId) } }, body }),
  );
}

/** Update a protected branch or wildcard. */
export function updateProtectedBranch(
  projectId: number | string,
  name: string,
  body: BodyOf<'patch', '/api/v4/projects/{id}/protected_branches/{name}'>,
) {
  return unwrap(
    api.PATCH('/api/v4/projects/{id}/protected_branches/{name}', {
      params: { path: { id: String(projectId), name } },
      body,
    }),
  );
}

import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of protected tags. */
export const protectedTagKeys = {
  ofProject: (projectId: number) => ['protected-tags', projectId],
} as const;

/** List the protected tags of a project. */
export function listProtectedTags(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/protected_tags'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/protected_tags', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** Unprotect a tag or wildcard. */
export function deleteProtectedTag(projectId: number | string, name: string) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/protected_tags/{name}', { params: { path: { id: String(projectId), name } } }),
  );
}

/** Protect a tag or wildcard. */
export function createProtectedTag(
  projectId: number | string,
  body: BodyOf<'post', '/api/v4/projects/{id}/protected_tags'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/protected_tags', { params: { path: { id: String(projectId) } }, body }),
  );
}

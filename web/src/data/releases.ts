import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of releases. */
export const releaseKeys = {
  one: (projectId: number, tag: string) => ['release', projectId, tag],
  ofProject: (projectId: number) => ['releases', projectId],
  list: (projectId: number, page: number) => ['releases', projectId, page],
} as const;

/** Create a release. */
export function createRelease(projectId: number | string, body: BodyOf<'post', '/api/v4/projects/{id}/releases'>) {
  return unwrap(api.POST('/api/v4/projects/{id}/releases', { params: { path: { id: String(projectId) } }, body }));
}

/** Update a release. */
export function updateRelease(
  projectId: number | string,
  tagName: string,
  body: BodyOf<'put', '/api/v4/projects/{id}/releases/{tag_name}'>,
) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/releases/{tag_name}', {
      params: { path: { id: String(projectId), tag_name: tagName } },
      body,
    }),
  );
}

/** List the releases of a project. */
export function listReleases(projectId: number | string, query: QueryOf<'get', '/api/v4/projects/{id}/releases'>) {
  return unwrapPage(api.GET('/api/v4/projects/{id}/releases', { params: { path: { id: String(projectId) }, query } }));
}

/** Get a release. */
export function getRelease(projectId: number | string, tagName: string) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/releases/{tag_name}', {
      params: { path: { id: String(projectId), tag_name: tagName } },
    }),
  );
}

/** Delete a release. */
export function deleteRelease(projectId: number | string, tagName: string) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/releases/{tag_name}', {
      params: { path: { id: String(projectId), tag_name: tagName } },
    }),
  );
}

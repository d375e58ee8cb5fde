import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of tags. */
export const tagKeys = {
  one: (projectId: number, name: string) => ['tag', projectId, name],
  ofProject: (projectId: number) => ['tags', projectId],
  count: (projectId: number) => ['tags', projectId, 'count'],
  list: (projectId: number, search: string, page: number) => ['tags', projectId, search, page],
} as const;

/** List the tags of a repository. */
export function findTags(projectId: number | string, query: QueryOf<'get', '/api/v4/projects/{id}/repository/tags'>) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/tags', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** List the tags of a repository. */
export function listTags(projectId: number | string, query: QueryOf<'get', '/api/v4/projects/{id}/repository/tags'>) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/repository/tags', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** Delete a tag and its release. */
export function deleteTag(projectId: number | string, tagName: string) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/repository/tags/{tag_name}', {
      params: { path: { id: String(projectId), tag_name: tagName } },
    }),
  );
}

/** Create a tag. */
export function createTag(projectId: number | string, body: BodyOf<'post', '/api/v4/projects/{id}/repository/tags'>) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/repository/tags', { params: { path: { id: String(projectId) } }, body }),
  );
}

/** Get a tag. */
export function getTag(projectId: number | string, tagName: string) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/tags/{tag_name}', {
      params: { path: { id: String(projectId), tag_name: tagName } },
    }),
  );
}

import { api, unwrap } from '#api/client';
import type { BodyOf } from '#api/types';

/** Keys of the queries of wikis. */
export const wikiKeys = {
  ofProject: (projectId: number) => ['wiki', projectId],
  one: (projectId: number, slug: string) => ['wiki', projectId, slug],
} as const;

/** List the pages of a wiki. */
export function listWikiPages(projectId: number | string) {
  return unwrap(api.GET('/api/v4/projects/{id}/wikis', { params: { path: { id: String(projectId) } } }));
}

/** Get a wiki page. */
export function getWikiPage(projectId: number | string, slug: string) {
  return unwrap(api.GET('/api/v4/projects/{id}/wikis/{slug}', { params: { path: { id: String(projectId), slug } } }));
}

/** Update a wiki page. */
export function updateWikiPage(
  projectId: number | string,
  slug: string,
  body: BodyOf<'put', '/api/v4/projects/{id}/wikis/{slug}'>,
) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/wikis/{slug}', { params: { path: { id: String(projectId), slug } }, body }),
  );
}

/** Create a wiki page. */
export function createWikiPage(projectId: number | string, body: BodyOf<'post', '/api/v4/projects/{id}/wikis'>) {
  return unwrap(api.POST('/api/v4/projects/{id}/wikis', { params: { path: { id: String(projectId) } }, body }));
}

/** Delete a wiki page. */
export function deleteWikiPage(projectId: number | string, slug: string) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/wikis/{slug}', { params: { path: { id: String(projectId), slug } } }),
  );
}

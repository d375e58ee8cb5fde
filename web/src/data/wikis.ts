import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of wikis. */
export const wikiKeys = {
  ofProject: (projectId: number) => ['wiki', projectId],
  one: (projectId: number, slug: string, version?: string) => ['wiki', projectId, slug, version],
  versions: (projectId: number, slug: string, page: number) => ['wiki', projectId, slug, 'versions', page],
  diff: (projectId: number, slug: string, sha: string) => ['wiki', projectId, slug, 'diff', sha],
} as const;

/** List the pages of a wiki. */
export function listWikiPages(projectId: number | string) {
  return unwrap(api.GET('/api/v4/projects/{id}/wikis', { params: { path: { id: String(projectId) } } }));
}

/** Get a wiki page, or a version of it. */
export function getWikiPage(projectId: number | string, slug: string, version?: string) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/wikis/{slug}', {
      params: { path: { id: String(projectId), slug }, query: version === undefined ? {} : { version } },
    }),
  );
}

/** List the versions of a wiki page. */
export function listWikiPageVersions(
  projectId: number | string,
  slug: string,
  query: QueryOf<'get', '/api/v4/projects/{id}/wikis/{slug}/versions'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/wikis/{slug}/versions', {
      params: { path: { id: String(projectId), slug }, query },
    }),
  );
}

/** List the changes of a version of a wiki page. */
export function listWikiPageVersionDiff(projectId: number | string, slug: string, sha: string) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/wikis/{slug}/versions/{sha}/diff', {
      params: { path: { id: String(projectId), slug, sha } },
    }),
  );
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

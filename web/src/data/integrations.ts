import { api, unwrap } from '#api/client';
import type { BodyOf } from '#api/types';

/** Keys of the queries of integrations. */
export const integrationKeys = {
  ofProject: (projectId: number) => ['integrations', projectId],
  one: (projectId: number, slug: string) => ['integrations', projectId, slug],
} as const;

/** List the active integrations of a project. */
export function listProjectIntegrations(projectId: number | string) {
  return unwrap(api.GET('/api/v4/projects/{id}/services', { params: { path: { id: String(projectId) } } }));
}

/** Get an integration of a project. */
export function getProjectIntegration(projectId: number | string, slug: string) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/services/{slug}', { params: { path: { id: String(projectId), slug } } }),
  );
}

/** Delete an integration of a project. */
export function deleteProjectIntegration(projectId: number | string, slug: string) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/services/{slug}', { params: { path: { id: String(projectId), slug } } }),
  );
}

/** Set up or update an integration of a project. */
export function setProjectIntegration(
  projectId: number | string,
  slug: string,
  body: BodyOf<'put', '/api/v4/projects/{id}/services/{slug}'>,
) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/services/{slug}', { params: { path: { id: String(projectId), slug } }, body }),
  );
}

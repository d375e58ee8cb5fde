import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of deploy keys. */
export const deployKeyKeys = {
  ofProject: (projectId: number) => ['deploy-keys', projectId],
} as const;

/** List the deploy keys of a project. */
export function listProjectDeployKeys(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/deploy_keys'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/deploy_keys', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** Remove a deploy key from a project. */
export function deleteProjectDeployKey(projectId: number | string, keyId: number) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/deploy_keys/{key_id}', {
      params: { path: { id: String(projectId), key_id: keyId } },
    }),
  );
}

/** Update a deploy key of a project. */
export function updateProjectDeployKey(
  projectId: number | string,
  keyId: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/deploy_keys/{key_id}'>,
) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/deploy_keys/{key_id}', {
      params: { path: { id: String(projectId), key_id: keyId } },
      body,
    }),
  );
}

/** Add a deploy key to a project. */
export function createProjectDeployKey(
  projectId: number | string,
  body: BodyOf<'post', '/api/v4/projects/{id}/deploy_keys'>,
) {
  return unwrap(api.POST('/api/v4/projects/{id}/deploy_keys', { params: { path: { id: String(projectId) } }, body }));
}

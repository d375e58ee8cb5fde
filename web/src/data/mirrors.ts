import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of mirrors. */
export const mirrorKeys = {
  ofProject: (projectId: number) => ['remote-mirrors', projectId],
} as const;

/** Start an update of a pull mirror. */
export function pullProjectMirror(projectId: number | string) {
  return unwrap(api.POST('/api/v4/projects/{id}/mirror/pull', { params: { path: { id: String(projectId) } } }));
}

/** List the push mirrors of a project. */
export function listRemoteMirrors(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/remote_mirrors'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/remote_mirrors', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** Delete a push mirror of a project. */
export function deleteRemoteMirror(projectId: number | string, mirrorId: number) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/remote_mirrors/{mirror_id}', {
      params: { path: { id: String(projectId), mirror_id: mirrorId } },
    }),
  );
}

/** Update a push mirror of a project. */
export function updateRemoteMirror(
  projectId: number | string,
  mirrorId: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/remote_mirrors/{mirror_id}'>,
) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/remote_mirrors/{mirror_id}', {
      params: { path: { id: String(projectId), mirror_id: mirrorId } },
      body,
    }),
  );
}

/** Create a push mirror in a project. */
export function createRemoteMirror(
  projectId: number | string,
  body: BodyOf<'post', '/api/v4/projects/{id}/remote_mirrors'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/remote_mirrors', { params: { path: { id: String(projectId) } }, body }),
  );
}

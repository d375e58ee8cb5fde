import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of pipeline triggers. */
export const pipelineTriggerKeys = {
  ofProject: (projectId: number) => ['triggers', projectId],
} as const;

/** List the pipeline triggers of a project. */
export function listTriggers(projectId: number | string, query: QueryOf<'get', '/api/v4/projects/{id}/triggers'>) {
  return unwrapPage(api.GET('/api/v4/projects/{id}/triggers', { params: { path: { id: String(projectId) }, query } }));
}

/** Delete a pipeline trigger. */
export function deleteTrigger(projectId: number | string, triggerId: number) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/triggers/{trigger_id}', {
      params: { path: { id: String(projectId), trigger_id: triggerId } },
    }),
  );
}

/** Create a pipeline trigger. */
export function createTrigger(projectId: number | string, body: BodyOf<'post', '/api/v4/projects/{id}/triggers'>) {
  return unwrap(api.POST('/api/v4/projects/{id}/triggers', { params: { path: { id: String(projectId) } }, body }));
}

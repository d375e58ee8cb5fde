import { api, unwrap, unwrapPage } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of pipelines. */
export const pipelineKeys = {
  ofProject: (projectId: number) => ['pipelines', projectId],
  list: (projectId: number, filters: unknown) => ['pipelines', projectId, 'list', filters],
  one: (projectId: number, pipelineId: number) => ['pipelines', projectId, pipelineId],
  statuses: (projectId: number, pipelineId: number) => ['pipelines', projectId, pipelineId, 'statuses'],
} as const;

/** List the pipelines of a project. */
export function listPipelines(projectId: number | string, query: QueryOf<'get', '/api/v4/projects/{id}/pipelines'>) {
  return unwrapPage(api.GET('/api/v4/projects/{id}/pipelines', { params: { path: { id: String(projectId) }, query } }));
}

/** Get a pipeline. */
export function getPipeline(projectId: number | string, pipelineId: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/pipelines/{pipeline_id}', {
      params: { path: { id: String(projectId), pipeline_id: pipelineId } },
    }),
  );
}

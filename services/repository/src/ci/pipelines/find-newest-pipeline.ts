import type { Repositories } from '#deps';
import type { PipelineDocument } from './pipeline.model';

/**
 * The newest pipeline of a commit, for responses that include it; null if none exists. Cached
 * briefly.
 */
export function findNewestPipeline(
  { queries, pipelines }: Pick<Repositories, 'queries' | 'pipelines'>,
  projectId: number,
  sha: string,
): Promise<PipelineDocument | null> {
  return queries.newestPipelines.get(`${projectId} ${sha}`, () =>
    pipelines.model
      .findOne({ project_id: projectId, sha }, undefined, { sort: { _id: -1 } })
      .lean<PipelineDocument>()
      .exec(),
  );
}

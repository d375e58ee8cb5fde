import type { PipelineDocument } from './pipeline.model';
import type { PipelinesDeps } from './deps';

/**
 * The newest pipeline of a commit, for responses that include it; null if none exists. Cached
 * briefly.
 */
export function findNewestPipeline(
  { newestPipelineCache, pipelines }: Pick<PipelinesDeps, 'pipelines' | 'newestPipelineCache'>,
  projectId: number,
  sha: string,
): Promise<PipelineDocument | null> {
  return newestPipelineCache.get(`${projectId} ${sha}`, () =>
    pipelines.model
      .findOne({ project_id: projectId, sha }, undefined, { sort: { _id: -1 } })
      .lean<PipelineDocument>()
      .exec(),
  );
}

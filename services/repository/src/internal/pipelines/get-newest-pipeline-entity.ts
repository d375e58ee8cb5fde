import { internalOperation, type Call } from '@forgemesh/rpc';
import { PipelineEntityServiceDefinition } from '@forgemesh/proto/repository/v1/pipeline_entity';
import type { PipelineDocument } from '#ci/pipelines';
import type { InternalPipelinesDeps } from './deps';

/** Gets the event entity of a project's newest pipeline. */
export const getNewestPipelineEntity = internalOperation(
  PipelineEntityServiceDefinition.getNewestPipelineEntity,
  async ({ project_id }, { deps }: Call<InternalPipelinesDeps>) => {
    const pipeline = await deps.pipelines.model
      .findOne({ project_id }, undefined, { sort: { _id: -1 } })
      .lean<PipelineDocument>();
    return { entity: pipeline ? JSON.stringify(await deps.pipelines.present(pipeline)) : undefined };
  },
);

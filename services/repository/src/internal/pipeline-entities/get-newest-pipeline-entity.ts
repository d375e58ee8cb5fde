import { PipelineEntityServiceDefinition } from '@forgemesh/proto/repository/v1/pipeline_entity';
import { internalOperation } from '#operation';
import type { PipelineDocument } from '#ci/pipelines/pipeline.model';

/** Gets the event entity of a project's newest pipeline. */
export const getNewestPipelineEntity = internalOperation(
  PipelineEntityServiceDefinition.getNewestPipelineEntity,
  async ({ project_id }, { deps }) => {
    const pipeline = await deps.pipelines.model
      .findOne({ project_id }, undefined, { sort: { _id: -1 } })
      .lean<PipelineDocument>();
    return { entity: pipeline ? JSON.stringify(await deps.pipelines.present(pipeline)) : undefined };
  },
);

import { internalOperation, type Call } from '@forgemesh/rpc';
import { PipelineEntityServiceDefinition } from '@forgemesh/proto/repository/v1/pipeline_entity';
import type { CommitStatusDocument } from '#ci/pipelines';
import type { InternalPipelinesDeps } from './deps';

/** Gets the event entity of a project's newest commit status. */
export const getNewestStatusEntity = internalOperation(
  PipelineEntityServiceDefinition.getNewestStatusEntity,
  async ({ project_id }, { deps }: Call<InternalPipelinesDeps>) => {
    const status = await deps.commitStatuses.model
      .findOne({ project_id }, undefined, { sort: { _id: -1 } })
      .lean<CommitStatusDocument>();
    return { entity: status ? JSON.stringify(await deps.commitStatuses.present(status)) : undefined };
  },
);

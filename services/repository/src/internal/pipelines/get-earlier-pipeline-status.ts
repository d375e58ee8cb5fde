import { internalOperation, type Call } from '@forgemesh/rpc';
import { PipelineEntityServiceDefinition } from '@forgemesh/proto/repository/v1/pipeline_entity';
import type { PipelineDocument } from '#ci/pipelines';
import type { InternalPipelinesDeps } from './deps';

/** Gets the status of the pipeline before a given one. */
export const getEarlierPipelineStatus = internalOperation(
  PipelineEntityServiceDefinition.getEarlierPipelineStatus,
  async ({ project_id, ref, pipeline_id: id }, { deps }: Call<InternalPipelinesDeps>) => {
    const earlier = await deps.pipelines.model
      .findOne({ project_id, ref, _id: { $lt: id } }, { status: 1 }, { sort: { _id: -1 } })
      .lean<Pick<PipelineDocument, '_id' | 'status'>>();
    return { status: earlier?.status };
  },
);

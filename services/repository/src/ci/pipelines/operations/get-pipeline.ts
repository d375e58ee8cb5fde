import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { PipelineServiceDefinition } from '@forgemesh/proto/repository/v1/pipeline';
import { findUsers } from '#clients/users';
import { presentPipeline } from '../pipeline.entity';
import type { PipelinesDeps } from '../deps';

/** Gets one pipeline of the project. */
export const getPipeline = operation(
  PipelineServiceDefinition.getPipeline,
  async (request, call: Call<PipelinesDeps>) => {
    const { id, full_path } = call.resource();
    const pipeline = await call.deps.pipelines.find(request.pipeline_id);
    if (pipeline?.project_id !== id) throw new NotFoundError();
    const users = await findUsers(call.deps, [pipeline.user_id]);
    return presentPipeline(call.deps.urls, pipeline, full_path, users.get(pipeline.user_id));
  },
);

import { internalOperation, type Call } from '@forgemesh/rpc';
import { MergeContentServiceDefinition } from '@forgemesh/proto/repository/v1/merge_content';
import type { Pipeline } from '@forgemesh/proto/repository/v1/pipeline';
import { createPipeline, presentPipeline } from '#ci/pipelines';
import { findUsers } from '#clients/users';
import { sideOf } from '#commits/merges';
import type { InternalMergesDeps } from './deps';

/** Creates a pipeline for the newest commit of a merge request. */
export const createMergePipeline = internalOperation(
  MergeContentServiceDefinition.createMergePipeline,
  async ({ source, sha }, { deps, principal, operationId }: Call<InternalMergesDeps>) => {
    const { location, branch, full_path } = sideOf(source);
    const pipeline =
      (await deps.pipelines.findByOperation(operationId ?? '')) ??
      (await createPipeline(deps, {
        project_id: location.project_id,
        sha,
        ref: branch,
        tag: false,
        user_id: principal.id,
        is_only_one: false,
        operation_id: operationId,
      }));
    const users = await findUsers(deps, [pipeline.user_id]);
    return presentPipeline(deps.urls, pipeline, full_path, users.get(pipeline.user_id)) as Pipeline;
  },
);

import { digestOf } from '#content';
import type { PipelineDocument } from './pipeline.model';
import type { PipelinesDeps } from './deps';

/** Fields of a new pipeline. */
export interface NewPipeline extends Pick<PipelineDocument, 'project_id' | 'sha' | 'ref' | 'tag' | 'user_id'> {
  /** Whether concurrent creations for the same commit and ref result in one pipeline. */
  is_only_one: boolean;
  operation_id: string | undefined;
}

/** Stores a pipeline without statuses. */
export async function createPipeline(
  { pipelines }: Pick<PipelinesDeps, 'pipelines'>,
  { is_only_one: isOnlyOne, operation_id: operationId, ...pipeline }: NewPipeline,
): Promise<PipelineDocument> {
  const now = new Date();
  return pipelines.insert({
    _id: await pipelines.nextId(),
    ...pipeline,
    status: 'created',
    coverage: null,
    started_at: null,
    finished_at: null,
    created_at: now,
    updated_at: now,
    ...(isOnlyOne && { natural_key: digestOf([pipeline.project_id, pipeline.sha, pipeline.ref]) }),
    operation_id: operationId,
  });
}

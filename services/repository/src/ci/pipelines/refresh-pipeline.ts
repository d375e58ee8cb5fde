import type { CommitStatusDocument } from '../statuses/commit-status.model';
import type { Repositories } from '../../deps';
import { factsOf } from './pipeline-facts';
import type { PipelineDocument, PipelineFacts } from './pipeline.model';

const parts = { status: 1, coverage: 1, started_at: 1, finished_at: 1 } as const;

/**
 * Computes a pipeline from its statuses anew. The statuses are read after the pipeline, and it is
 * written only where nobody else wrote it in between: of two at once, the later one sees both
 * statuses.
 */
export async function refreshPipeline(
  { pipelines, commitStatuses }: Pick<Repositories, 'pipelines' | 'commitStatuses'>,
  id: number,
  actor: number | null,
): Promise<void> {
  await pipelines.mutate(id, async (pipeline) => {
    const filter = { pipeline_id: id, is_latest: true };
    const facts = factsOf(await commitStatuses.model.find(filter, parts).lean<CommitStatusDocument[]>());
    if (isSame(pipeline, facts)) return null;
    const changes = pipeline.status === facts.status ? {} : { status: [pipeline.status, facts.status] };
    return {
      set: { ...facts, updated_at: new Date() },
      events: [{ type: 'repository.pipeline.updated', actor, changes }],
    };
  });
}

function isSame(pipeline: PipelineDocument, facts: PipelineFacts): boolean {
  return (
    pipeline.status === facts.status &&
    (pipeline.coverage ?? null) === facts.coverage &&
    pipeline.started_at?.getTime() === facts.started_at?.getTime() &&
    pipeline.finished_at?.getTime() === facts.finished_at?.getTime()
  );
}

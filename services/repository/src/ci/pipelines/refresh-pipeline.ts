import type { CommitStatusDocument } from './commit-status.model';
import { summarizeStatuses } from './summarize-statuses';
import type { PipelineDocument, PipelineSummary } from './pipeline.model';
import type { PipelinesDeps } from './deps';

const parts = { status: 1, coverage: 1, started_at: 1, finished_at: 1 } as const;

/**
 * Recomputes a pipeline from its statuses. The statuses are read after the pipeline, and the write
 * fails if the pipeline changed in between: of two concurrent calls, the later one sees both
 * statuses.
 */
export async function refreshPipeline(
  { pipelines, commitStatuses }: Pick<PipelinesDeps, 'pipelines' | 'commitStatuses'>,
  id: number,
  actor: number | null,
): Promise<void> {
  await pipelines.mutate(id, async (pipeline) => {
    const filter = { pipeline_id: id, is_latest: true };
    const summary = summarizeStatuses(await commitStatuses.model.find(filter, parts).lean<CommitStatusDocument[]>());
    if (isSame(pipeline, summary)) return null;
    const changes = pipeline.status === summary.status ? {} : { status: [pipeline.status, summary.status] };
    return {
      set: { ...summary, updated_at: new Date() },
      events: [{ type: 'repository.pipeline.updated', actor, changes }],
    };
  });
}

function isSame(pipeline: PipelineDocument, summary: PipelineSummary): boolean {
  return (
    pipeline.status === summary.status &&
    (pipeline.coverage ?? null) === summary.coverage &&
    pipeline.started_at?.getTime() === summary.started_at?.getTime() &&
    pipeline.finished_at?.getTime() === summary.finished_at?.getTime()
  );
}

import { type CommitStatusDocument, refreshPipeline } from '#ci/pipelines';
import type { CommitStatusesDeps } from './deps';

/**
 * Completes the write of a status: older ones of the same name are no longer the latest, and its
 * pipeline's state is recomputed. Idempotent.
 */
export async function reconcileStatus(
  deps: Pick<CommitStatusesDeps, 'pipelines' | 'commitStatuses'>,
  { _id, pipeline_id, name }: Pick<CommitStatusDocument, '_id' | 'pipeline_id' | 'name'>,
  actor: number | null,
): Promise<void> {
  await deps.commitStatuses.model.updateMany(
    { pipeline_id, name, _id: { $lt: _id }, is_latest: true },
    { $set: { is_latest: false } },
  );
  await refreshPipeline(deps, pipeline_id, actor);
}

import { refreshPipeline } from '../pipelines/refresh-pipeline';
import type { Repositories } from '../../deps';
import type { CommitStatusDocument } from './commit-status.model';

/**
 * Does what follows from a status that was written: older ones of its name are no longer the
 * latest, its pipeline may have a new state. Idempotent.
 */
export async function settleStatus(
  deps: Pick<Repositories, 'pipelines' | 'commitStatuses'>,
  { _id, pipeline_id, name }: Pick<CommitStatusDocument, '_id' | 'pipeline_id' | 'name'>,
  actor: number | null,
): Promise<void> {
  await deps.commitStatuses.model.updateMany(
    { pipeline_id, name, _id: { $lt: _id }, is_latest: true },
    { $set: { is_latest: false } },
  );
  await refreshPipeline(deps, pipeline_id, actor);
}

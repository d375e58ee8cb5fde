/** Schedules moves of projects to another storage. */
import type { ProjectDocument } from '#projects/model';
import type { StorageMoveRequest } from '#projects/creation';
import type { StorageMoveDocument } from './storage-move.model';
import type { StorageMovesDeps } from './deps';

/**
 * Schedules a move, unless the project is at the storage or moving to it. A retry schedules one
 * move only.
 */
export async function requestStorageMove(
  { storageMoves }: Pick<StorageMovesDeps, 'storageMoves'>,
  { _id: project_id, storage }: Pick<ProjectDocument, '_id' | 'storage'>,
  { destination_storage, userId, operationId }: StorageMoveRequest,
): Promise<void> {
  const last = await storageMoves.model
    .findOne({ project_id, job_due_at: { $exists: true } }, undefined, { sort: { _id: -1 } })
    .lean<StorageMoveDocument>();
  if ((last?.destination_storage ?? storage) === destination_storage) return;
  await storageMoves.insert({
    _id: await storageMoves.nextId(),
    ...(operationId !== undefined && { operation_id: operationId }),
    project_id,
    destination_storage,
    source_storage: null,
    move: null,
    user_id: userId,
    status: 'scheduled',
    error: null,
    job_due_at: new Date(),
    created_at: new Date(),
  });
}

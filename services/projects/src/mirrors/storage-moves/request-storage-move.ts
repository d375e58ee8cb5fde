/** Changes of a project's storage in requests. */
import type { ProjectsCall } from '#operation';
import type { ProjectDocument } from '#projects/projects/project.model';
import type { Projects } from '#deps';
import type { StorageMoveDocument } from './storage-move.model';

/** The storage of a request; undefined if there is none or if the parameter is ignored. */
export function requestedStorage(
  { context, principal }: ProjectsCall,
  { repository_storage: storage }: { repository_storage?: string | undefined },
): string | undefined {
  // The parameter is ignored below its license tier and for users who are not administrators.
  return context.tier >= 1 && principal.admin ? storage : undefined;
}

/** Errors for the storage of a request. */
export async function storageErrors({ clients }: Projects, storage: string | undefined): Promise<string[]> {
  if (storage === undefined) return [];
  const { storages } = await clients.settings.listStorages({});
  return storages.includes(storage) ? [] : ['is not included in the list'];
}

/**
 * Schedules a move, unless the project is at the storage or moving to it. A retry schedules one
 * move only.
 */
export async function requestStorageMove(
  { deps: { storageMoves }, principal, operationId }: ProjectsCall,
  { _id: project_id, storage }: ProjectDocument,
  destination_storage: string,
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
    user_id: principal.id,
    status: 'scheduled',
    error: null,
    job_due_at: new Date(),
    created_at: new Date(),
  });
}

/** The storage that requests name for a project. */
import type { ProjectsCall } from '../../operation';
import type { ProjectDocument } from '../../projects/projects/project.model';
import type { Projects } from '../../deps';
import type { StorageMoveDocument } from './storage-move.model';

/** The storage that a request names; undefined where it names none or where it does not count. */
export function requestedStorage(
  { context, principal }: ProjectsCall,
  { repository_storage: storage }: { repository_storage?: string | undefined },
): string | undefined {
  // Below its tier there is no such parameter.
  return context.tier >= 1 && principal.admin ? storage : undefined;
}

/** Problems of a storage that a request names. */
export async function storageErrors({ clients }: Projects, storage: string | undefined): Promise<string[]> {
  if (storage === undefined) return [];
  const { storages } = await clients.settings.listStorages({});
  return storages.includes(storage) ? [] : ['is not included in the list'];
}

/** Has a project move, unless it is there or on its way. A repeated write asks once. */
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
    ...{ project_id, destination_storage, source_storage: null, move: null, user_id: principal.id },
    ...{ status: 'scheduled', error: null, job_due_at: new Date(), created_at: new Date() },
  });
}

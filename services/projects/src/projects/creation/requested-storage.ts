/** The storage of a project in requests. */
import type { Call } from '@forgemesh/rpc';
import type { ProjectCreationDeps } from './deps';

/** The storage of a request; undefined if there is none or if the parameter is ignored. */
export function requestedStorage(
  { context, principal }: Call<unknown>,
  { repository_storage: storage }: { repository_storage?: string | undefined },
): string | undefined {
  // The parameter is ignored below its license tier and for users who are not administrators.
  return context.tier >= 1 && principal.admin ? storage : undefined;
}

/** Errors for the storage of a request. */
export async function storageErrors(
  { clients }: Pick<ProjectCreationDeps, 'clients'>,
  storage: string | undefined,
): Promise<string[]> {
  if (storage === undefined) return [];
  const { storages } = await clients.settings.listStorages({});
  return storages.includes(storage) ? [] : ['is not included in the list'];
}

/** A requested move of a project. */
export interface StorageMoveRequest {
  destination_storage: string;
  /** User who requested the move. */
  userId: number;
  /** Id of the write. */
  operationId: string | undefined;
}

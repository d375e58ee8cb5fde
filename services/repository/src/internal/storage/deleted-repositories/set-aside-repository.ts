import { internalOperation, type Call } from '@forgemesh/rpc';
import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { setAside } from '#storage/deleted-repositories';
import type { InternalDeletedRepositoriesDeps } from './deps';

/**
 * Moves the repositories of a deleted project to the deleted repositories, on a storage that this
 * process serves.
 */
export const setAsideRepository = internalOperation(
  StorageServiceDefinition.setAsideRepository,
  async (
    { project_id, storage, path_with_namespace, deleted_at, deleted_by_id },
    { deps }: Call<InternalDeletedRepositoriesDeps>,
  ) => {
    await setAside(deps, {
      project_id,
      storage,
      path_with_namespace: path_with_namespace || null,
      deleted_at: deleted_at ? new Date(deleted_at) : new Date(),
      deleted_by_id: deleted_by_id ?? null,
    });
    return {};
  },
);

import { HOUR_MS } from '@forgemesh/service/durations';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { UnavailableError } from '@forgemesh/errors';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { removeRepositoryFiles } from '#storage/replicas';
import { repositoryKinds } from '#storage';
import { waitUntil } from '#storage/storage-moves';
import type { InternalStorageMovesDeps } from './deps';

/** Maximum duration of a clone to wait for. */
const WAIT_TIMEOUT_MS = HOUR_MS;

/**
 * Deletes the repositories of a project that moved to another storage. Running clones are finished
 * first; new ones are refused.
 */
export const deleteReleasedRepository = internalOperation(
  StorageMoveServiceDefinition.deleteReleasedRepository,
  async ({ project_id, storage }, { deps, signal }: Call<InternalStorageMovesDeps>) => {
    const { storages, activity, readOnlyLocks } = deps;
    // Another process may have released it.
    await readOnlyLocks.reload(project_id);
    for (const kind of repositoryKinds) {
      const location = storages.locateUnchecked(project_id, storage, kind);
      await waitUntil(() => !activity.hasReaders(location.repo), WAIT_TIMEOUT_MS, signal);
      if (signal.aborted) throw new UnavailableError('The removal was interrupted');
      // The project may have moved back in the meantime.
      if (storages.isReleased(project_id, storage)) await removeRepositoryFiles(deps, location);
    }
    return {};
  },
);

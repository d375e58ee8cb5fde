import { internalOperation, type Call } from '@forgemesh/rpc';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { repositoryExists } from '@forgemesh/git-engine';
import { scheduleMeasurement } from '#maintenance/statistics';
import { repositoryKey, repositoryKinds } from '#storage';
import type { InternalStorageMovesDeps } from './deps';

/**
 * Moves the stored data about a project's repositories to another storage and releases them here.
 */
export const releaseRepository = internalOperation(
  StorageMoveServiceDefinition.releaseRepository,
  async ({ project_id, storage: from, destination_storage, move }, { deps }: Call<InternalStorageMovesDeps>) => {
    const { storages, readOnlyLocks, measurements, housekeepings, refLog, repositoryCheckpoints, packs } = deps;
    const { storage } = storages.locateUnchecked(project_id, from, 'project');
    const update = { $set: { storage: destination_storage }, $inc: { version: 1 } };
    await Promise.all([
      refLog.model.updateMany({ project_id, storage }, update),
      repositoryCheckpoints.updateMany({ project_id, storage }, update),
      measurements.model.updateMany({ project_id, storage }, update),
      housekeepings.model.updateMany({ _id: project_id, storage }, update),
    ]);
    for (const kind of repositoryKinds) {
      const location = storages.locateUnchecked(project_id, storage, kind);
      // With several processes, this one may have no folder of it.
      if ((await packs.has(location)) || (await repositoryExists(location.repo)))
        await scheduleMeasurement(deps, repositoryKey(project_id, destination_storage, kind));
    }
    await readOnlyLocks.release(project_id, storage, move);
    return {};
  },
);

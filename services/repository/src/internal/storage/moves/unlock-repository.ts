import { internalOperation, type Call } from '@forgemesh/rpc';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { removeRepositoryFiles } from '#storage/replicas';
import { repositoryKinds } from '#storage';
import type { InternalStorageMovesDeps } from './deps';

/** Unlocks the repositories of a project. */
export const unlockRepository = internalOperation(
  StorageMoveServiceDefinition.unlockRepository,
  async ({ project_id, storage: name, move, discard }, { deps }: Call<InternalStorageMovesDeps>) => {
    const { storages, readOnlyLocks, replicaQueue } = deps;
    const { storage } = storages.locateUnchecked(project_id, name, 'project');
    const isLocked = (): Promise<boolean> => readOnlyLocks.isLockedBy(project_id, storage, move);
    if (discard)
      for (const kind of repositoryKinds) {
        const location = storages.locateUnchecked(project_id, storage, kind);
        await replicaQueue.run(location.repo, async () => {
          if (await isLocked()) await removeRepositoryFiles(deps, location);
        });
      }
    await readOnlyLocks.unlock(project_id, storage, move);
    return {};
  },
);

import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { internalOperation } from '../../operation';
import { removeCopy } from '../../storage/replicas/remove-copy';
import { repositoryKinds } from '../../storage/repository-location';

/** Opens the repositories of a project. */
export const unlockRepository = internalOperation(
  StorageMoveServiceDefinition.unlockRepository,
  async ({ project_id, storage: name, move, discard }, { deps }) => {
    const { storages, closedPlaces, replicaQueue } = deps;
    const { storage } = storages.place(project_id, name, 'project');
    const isHeld = (): Promise<boolean> => closedPlaces.isHeldBy(project_id, storage, move);
    if (discard)
      for (const kind of repositoryKinds) {
        const location = storages.place(project_id, storage, kind);
        await replicaQueue.run(location.repo, async () => {
          if (await isHeld()) await removeCopy(deps, location);
        });
      }
    await closedPlaces.open(project_id, storage, move);
    return {};
  },
);

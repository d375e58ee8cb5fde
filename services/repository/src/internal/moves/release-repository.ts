import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { repositoryExists } from '@forgemesh/git-engine';
import { markDue } from '../../maintenance/statistics/mark-due';
import { internalOperation } from '../../operation';
import { placeOf, repositoryKinds } from '../../storage/repository-location';

/** Has what is known of the repositories of a project follow it to another storage. */
export const releaseRepository = internalOperation(
  StorageMoveServiceDefinition.releaseRepository,
  async ({ project_id, storage: from, destination_storage, move }, { deps }) => {
    const { storages, closedPlaces, measurements, housekeepings, refChanges } = deps;
    const { storage } = storages.place(project_id, from, 'project');
    const there = { $set: { storage: destination_storage }, $inc: { version: 1 } };
    await Promise.all([
      refChanges.model.updateMany({ project_id, storage }, there),
      measurements.model.updateMany({ project_id, storage }, there),
      housekeepings.model.updateMany({ _id: project_id, storage }, there),
    ]);
    for (const kind of repositoryKinds)
      if (await repositoryExists(storages.place(project_id, storage, kind).repo))
        await markDue(deps, placeOf(project_id, destination_storage, kind));
    await closedPlaces.leave(project_id, storage, move);
    return {};
  },
);

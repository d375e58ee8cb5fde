import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { internalOperation } from '#operation';

/** Schedules maintenance of a repository. */
export const optimizeRepository = internalOperation(
  StorageServiceDefinition.optimizeRepository,
  ({ project_id, storage, wiki }, { deps: { storages, maintenance } }) => {
    // Released repositories are maintained on their new storage.
    if (!storages.isReleased(project_id, storage))
      maintenance.schedule(storages.locate(project_id, storage, wiki ? 'wiki' : 'project').repo);
    return Promise.resolve({});
  },
);

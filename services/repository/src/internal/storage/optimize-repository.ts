import { internalOperation, type Call } from '@forgemesh/rpc';
import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import type { InternalStorageDeps } from './deps';

/** Schedules maintenance of a repository. */
export const optimizeRepository = internalOperation(
  StorageServiceDefinition.optimizeRepository,
  ({ project_id, storage, wiki }, { deps: { storages, maintenance } }: Call<InternalStorageDeps>) => {
    // Released repositories are maintained on their new storage.
    if (!storages.isReleased(project_id, storage))
      maintenance.schedule(storages.locate(project_id, storage, wiki ? 'wiki' : 'project').repo);
    return Promise.resolve({});
  },
);

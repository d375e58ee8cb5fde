import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { internalOperation } from '../../operation';

/** Has a repository tidied before long. */
export const optimizeRepository = internalOperation(
  StorageServiceDefinition.optimizeRepository,
  ({ project_id, storage, wiki }, { deps: { storages, upkeep } }) => {
    // What has left is tidied where it is now.
    if (!storages.hasLeft(project_id, storage))
      upkeep.touch(storages.locate(project_id, storage, wiki ? 'wiki' : 'project').repo);
    return Promise.resolve({});
  },
);

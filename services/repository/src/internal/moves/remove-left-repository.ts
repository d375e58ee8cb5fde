import { UnavailableError } from '@forgemesh/errors';
import { StorageMoveServiceService } from '@forgemesh/proto/repository/v1/storage_move';
import { internalOperation } from '../../operation';
import { removeCopy } from '../../storage/replicas/remove-copy';
import { repositoryKinds } from '../../storage/repository-location';
import { until } from '../../storage/moves/until';

/** The longest clone that is waited for. */
const PATIENCE_MS = 60 * 60_000;

/** Removes what a project has left. Clones that began before go on; nobody new comes. */
export const removeLeftRepository = internalOperation(
  StorageMoveServiceService.removeLeftRepository,
  async ({ project_id, storage }, { deps, signal }) => {
    const { storages, use } = deps;
    for (const kind of repositoryKinds) {
      const location = storages.place(project_id, storage, kind);
      await until(() => !use.isRead(location.repo), PATIENCE_MS, signal);
      if (signal.aborted) throw new UnavailableError('The removal was cut off');
      // It may have come back meanwhile.
      if (storages.hasLeft(project_id, storage)) await removeCopy(deps, location);
    }
    return {};
  },
);

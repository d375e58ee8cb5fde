import { UnavailableError } from '@forgemesh/errors';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { internalOperation } from '../../operation';
import { removeCopy } from '../../storage/replicas/remove-copy';
import { repositoryKinds } from '../../storage/repository-location';
import { until } from '../../storage/moves/until';

/** The longest clone that is waited for. */
const WAIT_TIMEOUT_MS = 60 * 60_000;

/** Removes what a project has left. Clones that began before go on; nobody new comes. */
export const deleteReleasedRepository = internalOperation(
  StorageMoveServiceDefinition.deleteReleasedRepository,
  async ({ project_id, storage }, { deps, signal }) => {
    const { storages, use } = deps;
    for (const kind of repositoryKinds) {
      const location = storages.place(project_id, storage, kind);
      await until(() => !use.isRead(location.repo), WAIT_TIMEOUT_MS, signal);
      if (signal.aborted) throw new UnavailableError('The removal was cut off');
      // It may have come back meanwhile.
      if (storages.hasLeft(project_id, storage)) await removeCopy(deps, location);
    }
    return {};
  },
);

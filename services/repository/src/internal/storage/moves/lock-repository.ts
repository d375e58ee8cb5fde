import { internalOperation, type Call } from '@forgemesh/rpc';
import { UnavailableError } from '@forgemesh/errors';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { repositoryKey, type RepositoryKey, repositoryKinds } from '#storage';
import { waitUntil } from '#storage/storage-moves';
import type { InternalStorageMovesDeps } from './deps';

/** Timeout for running writes and their events. */
const WAIT_TIMEOUT_MS = 30_000;
/**
 * Locks the repositories of a project against writes. Waits for the events of earlier writes too,
 * because they are built from the repositories.
 */
export const lockRepository = internalOperation(
  StorageMoveServiceDefinition.lockRepository,
  async ({ project_id, storage, move }, { deps }: Call<InternalStorageMovesDeps>) => {
    const key = repositoryKey(project_id, storage);
    deps.storages.locate(project_id, storage);
    await deps.readOnlyLocks.lock(project_id, key.storage, move);
    if (!(await waitUntil(() => isIdle(deps, key), WAIT_TIMEOUT_MS)))
      throw new UnavailableError('Writes to the repository have not finished in time');
    return {};
  },
);

async function isIdle(deps: InternalStorageMovesDeps, { project_id, storage }: RepositoryKey): Promise<boolean> {
  const repos = repositoryKinds.map((kind) => deps.storages.locate(project_id, storage, kind).repo);
  if (repos.some((repo) => deps.activity.hasWriters(repo))) return false;
  const isUnfinished = [{ open_at: { $exists: true } }, { outbox_at: { $exists: true } }];
  return (await deps.refLog.model.exists({ project_id, storage, $or: isUnfinished })) === null;
}

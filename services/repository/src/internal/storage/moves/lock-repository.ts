import { internalOperation, type Call } from '@forgemesh/rpc';
import { UnavailableError } from '@forgemesh/errors';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { type RefChangeDocument, wasApplied } from '#refs/ref-changes';
import { repositoryKey, type RepositoryKey, repositoryKinds } from '#storage';
import { waitUntil } from '#storage/storage-moves';
import type { InternalStorageMovesDeps } from './deps';

/** Timeout for running writes and their events. */
const WAIT_TIMEOUT_MS = 30_000;
/**
 * After this time a ref moves only if a push is still running; other intents belong to failed
 * writes.
 */
const ORPHAN_AGE_MS = 60_000;

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
  const pending = await deps.refChanges.model
    .find({ project_id, storage, $or: [{ open_at: { $exists: true } }, { outbox_at: { $exists: true } }] })
    .lean<RefChangeDocument[]>();
  for (const intent of pending) if (!(await isResolved(deps, intent))) return false;
  return true;
}

/** Whether the ref of an intent will certainly not move any more; the intent is deleted then. */
async function isResolved(deps: InternalStorageMovesDeps, intent: RefChangeDocument): Promise<boolean> {
  const { _id, version, open_at: since } = intent;
  if (!since || since.getTime() > Date.now() - ORPHAN_AGE_MS || deps.transport.isPushing(_id)) return false;
  if (await wasApplied(deps, intent)) return false;
  await deps.refChanges.model.deleteOne({ _id, version });
  return true;
}

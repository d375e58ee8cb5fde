import { UnavailableError } from '@forgemesh/errors';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { internalOperation } from '../../operation';
import type { RefChangeDocument } from '../../refs/ref-changes/ref-change.model';
import { wasApplied } from '../../refs/ref-changes/was-applied';
import { placeOf, repositoryKinds, type RepositoryPlace } from '../../storage/repository-location';
import type { Repositories } from '../../deps';
import { until } from '../../storage/moves/until';

/** How long writes under way and their events are waited for. */
const WAIT_TIMEOUT_MS = 30_000;
/** No ref moves so late after its intent unless a push is at it: what died meanwhile will not. */
const ORPHAN_AGE_MS = 60_000;

/**
 * Closes repositories. Events of what was written are made from them, so they are waited for as
 * well.
 */
export const lockRepository = internalOperation(
  StorageMoveServiceDefinition.lockRepository,
  async ({ project_id, storage, move }, { deps }) => {
    const place = placeOf(project_id, storage);
    deps.storages.locate(project_id, storage);
    await deps.closedPlaces.close(project_id, place.storage, move);
    if (!(await until(() => isAtRest(deps, place), WAIT_TIMEOUT_MS)))
      throw new UnavailableError('Writes to the repository do not come to an end');
    return {};
  },
);

async function isAtRest(deps: Repositories, { project_id, storage }: RepositoryPlace): Promise<boolean> {
  const repos = repositoryKinds.map((kind) => deps.storages.locate(project_id, storage, kind).repo);
  if (repos.some((repo) => deps.use.isWritten(repo))) return false;
  const pending = await deps.refChanges.model
    .find({ project_id, storage, $or: [{ open_at: { $exists: true } }, { outbox_at: { $exists: true } }] })
    .lean<RefChangeDocument[]>();
  for (const intent of pending) if (!(await isForgotten(deps, intent))) return false;
  return true;
}

/** Whether an intent is one whose ref will not move any more; it is removed then. */
async function isForgotten(deps: Repositories, intent: RefChangeDocument): Promise<boolean> {
  const { _id, version, open_at: since } = intent;
  if (!since || since.getTime() > Date.now() - ORPHAN_AGE_MS || deps.transport.isMaking(_id)) return false;
  if (await wasApplied(deps, intent)) return false;
  await deps.refChanges.model.deleteOne({ _id, version });
  return true;
}

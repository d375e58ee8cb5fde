/**
 * Removes deleted repositories whose retention has expired, and completes restores that a crash
 * interrupted.
 */
import type { Schedule } from '@forgemesh/service';
import type { QueryFilter } from 'mongoose';
import { repositoryKinds } from '#storage';
import { deletedLocation, deletedPath } from './deleted-folders';
import { lastExpired, retentionDays } from './deleted-repository.entity';
import type { DeletedRepositoryDocument } from './deleted-repository.model';
import { finishRestore, releaseClaim } from './finish-restore';
import type { DeletedRepositoriesDeps } from './deps';

const INTERVAL_MS = 15_000;
/** A younger restore may still be running. */
const RESTORE_AGE_MS = 60_000;
const BATCH = 100;

/** Runs the sweep periodically. */
export const sweepDeletedRepositories: Schedule<DeletedRepositoriesDeps> = {
  name: 'repository-deleted-repositories',
  everyMs: INTERVAL_MS,
  run: (deps) => sweep(deps),
};

/** `now` is a parameter for tests. */
export async function sweep(deps: DeletedRepositoriesDeps, now = Date.now()): Promise<void> {
  await resumeRestores(deps, now);
  await startRemovals(deps, now);
  for (const entry of await find(deps, { removing_at: { $exists: true } })) {
    await runLogged(deps, entry, () => removeEntry(deps, entry));
  }
}

async function find(
  { deletedRepositories, storages }: DeletedRepositoriesDeps,
  filter: QueryFilter<DeletedRepositoryDocument>,
): Promise<DeletedRepositoryDocument[]> {
  const own = { ...storages.filter, ...filter } as QueryFilter<DeletedRepositoryDocument>;
  return deletedRepositories.model
    .find(own, undefined, { sort: { _id: 1 }, limit: BATCH })
    .lean<DeletedRepositoryDocument[]>();
}

/** A failure does not delay the other entries. */
async function runLogged(deps: DeletedRepositoriesDeps, { _id }: DeletedRepositoryDocument, run: () => Promise<void>) {
  try {
    await run();
  } catch (error) {
    deps.log.warn({ err: error, deleted_repository_id: _id }, 'deleted repository not removed or restored yet');
  }
}

async function resumeRestores(deps: DeletedRepositoriesDeps, now: number): Promise<void> {
  const filter = { restoring_at: { $lt: new Date(now - RESTORE_AGE_MS) }, removing_at: { $exists: false } };
  for (const entry of await find(deps, filter)) {
    await runLogged(deps, entry, () => resumeRestore(deps, entry));
  }
}

async function resumeRestore(deps: DeletedRepositoriesDeps, entry: DeletedRepositoryDocument): Promise<void> {
  const { clients, storages, replicaQueue } = deps;
  const projectId = entry.restoring_to as number;
  const subject = { $case: 'project_id' as const, value: projectId };
  if ((await clients.existence.getExistence({ subject })).exists) {
    const { repo } = storages.locate(projectId, entry.storage);
    await replicaQueue.run(repo, () => finishRestore(deps, entry, projectId));
    return;
  }
  // The target project was deleted, so the restored repository was moved to the deleted ones with
  // it.
  await releaseClaim(deps, entry._id);
}

async function startRemovals(deps: DeletedRepositoriesDeps, now: number): Promise<void> {
  const days = retentionDays(deps);
  const state = { removing_at: { $exists: false }, restoring_at: { $exists: false } };
  const expired = await find(deps, { deleted_at: { $lte: lastExpired(days, now) }, ...state });
  for (const { _id } of expired) {
    await deps.deletedRepositories.mutate(_id, ({ removing_at, restoring_at }) => {
      if (removing_at || restoring_at) return null;
      const event = { type: 'repository.deleted_repository.removal_started' as const, actor: null };
      return { set: { removing_at: new Date() }, events: [event] };
    });
  }
}

async function removeEntry(deps: DeletedRepositoriesDeps, entry: DeletedRepositoryDocument): Promise<void> {
  const { storages, git, deletedRepositories, packs } = deps;
  const root = storages.root(entry.storage);
  for (const kind of repositoryKinds) {
    await git.removeRepository({ root, repo: deletedPath(root, entry.folder, kind) }, { timeoutMs: 0 });
    await packs.forget(deletedLocation(storages, entry, kind));
  }
  await deletedRepositories.remove(entry, { type: 'repository.deleted_repository.removed', actor: null });
}

/** Writes the first checkpoints of repositories that have their only copies in their folders. */
import type { EntityStore } from '@forgemesh/data';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { RepositoryKey } from '#storage';
import type { PacksDeps } from './deps';
import type { RepositoryPacks } from './repository-packs';
import { checkpointId, keepPacks } from './write-checkpoint';

/** Repositories that are read from the database together. */
const BATCH = 100;

/** Dependencies of the first checkpoints. */
export interface KeepRepositoriesDeps {
  packs: RepositoryPacks;
  packsDeps: PacksDeps;
  /** The repositories with content. */
  measurements: EntityStore<MeasurementDocument>;
}

/**
 * Writes the missing checkpoints of the storages that this process serves. Writers of a repository
 * wait only for the packs that were added in the meantime. One that fails is tried again with the
 * next run.
 */
export async function keepRepositories(deps: KeepRepositoriesDeps): Promise<void> {
  const { measurements, packsDeps } = deps;
  for (let last = -1; ;) {
    const found = await measurements.model
      .find({ ...packsDeps.storages.filter, _id: { $gt: last } }, { project_id: 1, kind: 1, storage: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<(RepositoryKey & { _id: number })[]>();
    await keepBatch(deps, found);
    last = found.at(-1)?._id ?? last;
    if (found.length < BATCH) return;
  }
}

/** Whether every repository of the storages that this process serves has a checkpoint. */
export async function areAllKept({ measurements, packs, packsDeps }: KeepRepositoriesDeps): Promise<boolean> {
  if (!packs.isEnabled) return false;
  const found = measurements.model
    .find({ ...packsDeps.storages.filter }, { project_id: 1, kind: 1 })
    .lean()
    .cursor();
  let ids: string[] = [];
  for await (const key of found) {
    ids.push(checkpointId(key));
    if (ids.length < BATCH) continue;
    if ((await packs.checkpointsOf(ids)).size < ids.length) return false;
    ids = [];
  }
  return (await packs.checkpointsOf(ids)).size === ids.length;
}

async function keepBatch({ packs, packsDeps }: KeepRepositoriesDeps, found: readonly RepositoryKey[]): Promise<void> {
  const kept = await packs.checkpointsOf(found.map(checkpointId));
  for (const key of found.filter((one) => !kept.has(checkpointId(one)))) {
    try {
      await keepRepository(packs, packsDeps, key);
    } catch (error) {
      const { project_id, kind } = key;
      packsDeps.log.warn({ err: error, project_id, kind }, 'checkpoint of a repository not written');
    }
  }
}

async function keepRepository(packs: RepositoryPacks, deps: PacksDeps, key: RepositoryKey): Promise<void> {
  const location = deps.storages.locate(key.project_id, key.storage, key.kind);
  const kept = await keepPacks(deps, location, null);
  await deps.logQueue.run(checkpointId(key), () => packs.writeCheckpoint(location, kept));
}

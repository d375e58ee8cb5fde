/**
 * Writes checkpoints of repositories that have their only copies in their folders, in whole or in
 * part: those without a checkpoint, and those that were written to while packs stayed in folders.
 */
import type { EntityStore } from '@forgemesh/data';
import { repositoryExists } from '@forgemesh/git-engine';
import { HOUR_MS } from '@forgemesh/service/durations';
import { LRUCache } from 'lru-cache';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { RepositoryKey } from '#storage';
import type { PacksDeps } from './deps';
import { checkpointId, type RepositoryCheckpoint } from './repository-checkpoint.model';
import type { RepositoryPacks } from './repository-packs';
import { keepPacks } from './write-checkpoint';

/** Repositories that are read from the database together. */
const BATCH = 100;
/** Repositories that are remembered as complete. */
const MAX_COMPLETE = 50_000;
/**
 * How long they are: another process may still have the setting of before, and write without
 * packs.
 */
const COMPLETE_MS = HOUR_MS;

/** Dependencies of the first checkpoints. */
export interface KeepRepositoriesDeps {
  packs: RepositoryPacks;
  packsDeps: PacksDeps;
  /** Ids of repositories that were found complete lately. */
  completeRepositories: LRUCache<string, true>;
  /** The repositories with content. */
  measurements: EntityStore<MeasurementDocument>;
}

/** Creates the memory of complete repositories. */
export function createCompleteRepositories(): LRUCache<string, true> {
  return new LRUCache({ max: MAX_COMPLETE, ttl: COMPLETE_MS });
}

/**
 * Writes the missing checkpoints of the storages that this process serves. Writers of a repository
 * wait only for the packs that were added in the meantime. One that fails is tried again with the
 * next run.
 */
export async function keepRepositories(deps: KeepRepositoriesDeps): Promise<void> {
  for await (const batch of listRepositories(deps)) {
    for (const key of await findIncomplete(deps, batch)) {
      try {
        await keepRepository(deps, key);
      } catch (error) {
        const { project_id, kind } = key;
        deps.packsDeps.log.warn({ err: error, project_id, kind }, 'checkpoint of a repository not written');
      }
    }
  }
}

/** Whether the folder of every repository of the storages of this process can be built again. */
export async function areAllKept(deps: KeepRepositoriesDeps): Promise<boolean> {
  if (!deps.packs.isEnabled) return false;
  for await (const batch of listRepositories(deps)) if ((await findIncomplete(deps, batch)).length > 0) return false;
  return true;
}

/** Numbers of repositories with content. */
interface RepositoryCounts {
  /** Those whose folders can be built again. */
  stored: number;
  /** Those with something that is only in their folders. */
  only_in_folders: number;
}

/** Counts the repositories of the storages of this process. */
export async function countKept(deps: KeepRepositoriesDeps): Promise<RepositoryCounts> {
  const counts = { stored: 0, only_in_folders: 0 };
  for await (const batch of listRepositories(deps)) {
    const incomplete = (await findIncomplete(deps, batch)).length;
    counts.stored += batch.length - incomplete;
    counts.only_in_folders += incomplete;
  }
  return counts;
}

/** The repositories with content of the storages that this process serves, in batches. */
export async function* listRepositories({
  measurements,
  packsDeps,
}: Pick<KeepRepositoriesDeps, 'measurements' | 'packsDeps'>): AsyncGenerator<RepositoryKey[]> {
  for (let last = -1; ;) {
    const found = await measurements.model
      .find({ ...packsDeps.storages.filter, _id: { $gt: last } }, { project_id: 1, kind: 1, storage: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<(RepositoryKey & { _id: number })[]>();
    yield found;
    last = found.at(-1)?._id ?? last;
    if (found.length < BATCH) return;
  }
}

/** The repositories whose folders have something that is nowhere else. */
async function findIncomplete(
  { packsDeps, completeRepositories }: KeepRepositoriesDeps,
  batch: readonly RepositoryKey[],
): Promise<RepositoryKey[]> {
  const unknown = batch.filter((key) => !completeRepositories.has(checkpointId(key)));
  if (unknown.length === 0) return [];
  const checkpoints = await packsDeps.checkpoints
    .find({ _id: { $in: unknown.map(checkpointId) } }, { project_id: 1, kind: 1, seq: 1 })
    .lean();
  const incomplete = await packsDeps.findIncomplete(checkpoints);
  for (const { _id } of checkpoints) if (!incomplete.has(_id)) completeRepositories.set(_id, true);
  return unknown.filter((key) => !completeRepositories.has(checkpointId(key)));
}

async function keepRepository({ packs, packsDeps }: KeepRepositoriesDeps, key: RepositoryKey): Promise<void> {
  const location = packsDeps.storages.locate(key.project_id, key.storage, key.kind);
  // Another process has the folder.
  if (!(await repositoryExists(location.repo))) return;
  const before = await packsDeps.checkpoints.findById(checkpointId(key)).lean<RepositoryCheckpoint>();
  const kept = await keepPacks(packsDeps, location, before);
  await packsDeps.logQueue.run(checkpointId(key), () => packs.writeCheckpoint(location, kept));
}

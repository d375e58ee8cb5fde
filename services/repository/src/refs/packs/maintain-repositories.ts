/** Renews and compacts the packs of repositories, one after the other, each once a day. */
import { DAY_MS, MINUTE_MS } from '@forgemesh/service/durations';
import type { Schedule } from '@forgemesh/service';
import { addMeasuredGauge, type Metrics } from '@forgemesh/telemetry';
import { maintainRepository, type MaintenanceOutcome } from './compact-repository';
import type { PacksDeps } from './deps';
import type { RepositoryCheckpoint } from './repository-checkpoint.model';

const INTERVAL_MS = 10 * MINUTE_MS;

/** Number of repositories by what was done with their packs, since the start of the process. */
export type MaintenanceCounts = Record<MaintenanceOutcome | 'failed', number>;

/** Dependencies of the work. */
export interface MaintainRepositoriesDeps {
  packsDeps: PacksDeps;
  maintainedRepositories: MaintenanceCounts;
}

/**
 * Runs the work periodically. The time of the last look at a repository is stored, so that the work
 * continues there after a restart.
 */
export const maintainRepositories: Schedule<MaintainRepositoriesDeps> = {
  name: 'repository-packs',
  everyMs: INTERVAL_MS,
  run: (deps) => maintainDue(deps),
};

/** Creates the counts, and their metric. */
export function createMaintenanceCounts(metrics: Metrics): MaintenanceCounts {
  const counts: MaintenanceCounts = { compacted: 0, renewed: 0, none: 0, overtaken: 0, failed: 0 };
  addMeasuredGauge(metrics, {
    name: 'forge_packs_maintained',
    help: 'Repositories since the start whose packs were compacted, renewed, left (none, overtaken) or failed',
    labelNames: ['outcome'],
    async measure(set) {
      for (const [outcome, count] of Object.entries(counts)) set({ outcome }, count);
    },
  });
  return counts;
}

/** `now` is a parameter for tests. */
export async function maintainDue(
  { packsDeps, maintainedRepositories }: MaintainRepositoriesDeps,
  now = Date.now(),
): Promise<void> {
  const { checkpoints, storages, log } = packsDeps;
  for (;;) {
    const isDue = { $or: [{ examined_at: null }, { examined_at: { $lt: new Date(now - DAY_MS) } }] };
    // Marked first: a repository that fails is tried again on the next day.
    const update = { $set: { examined_at: new Date(now) } };
    const found = await checkpoints
      .findOneAndUpdate({ ...storages.filter, ...isDue }, update, { sort: { examined_at: 1 } })
      .lean<RepositoryCheckpoint>();
    if (!found) return;
    const { project_id, storage, kind } = found;
    let outcome: keyof MaintenanceCounts;
    try {
      outcome = await maintainRepository(packsDeps, storages.locate(project_id, storage, kind), now);
      // The new checkpoint is due again, for which the next run is early enough.
      if (outcome !== 'none') await checkpoints.updateOne({ _id: found._id }, update);
    } catch (error) {
      outcome = 'failed';
      log.warn({ err: error, project_id, kind }, 'packs of a repository not compacted');
    }
    maintainedRepositories[outcome] += 1;
  }
}

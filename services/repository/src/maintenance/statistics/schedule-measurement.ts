import { isDuplicateKey, retryWriteConflicts } from '@forgemesh/data';
import type { RepositoryKey } from '#storage';
import type { StatisticsDeps } from './deps';

type Dependencies = Pick<StatisticsDeps, 'measurements'>;

/**
 * Schedules a measurement of a changed repository. Several changes before the next measurement
 * count as one.
 */
export async function scheduleMeasurement(deps: Dependencies, key: RepositoryKey): Promise<void> {
  if ((await raiseVersions(deps, [key])) > 0) return;
  const { measurements } = deps;
  const { project_id, storage, kind } = key;
  try {
    const unmeasured = { size: 0, commit_count: 0, counted_tip: null, checksum: null, measured_at: null };
    await measurements.insert({
      _id: await measurements.nextId(),
      project_id,
      storage,
      kind,
      ...unmeasured,
      due_at: new Date(),
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await raiseVersions(deps, [key]);
  }
}

/** Schedules measurements of changed repositories; with one command if all were measured before. */
export async function scheduleMeasurements(deps: Dependencies, keys: readonly RepositoryKey[]): Promise<void> {
  const byKey = new Map(keys.map((key) => [`${key.project_id} ${key.kind}`, key]));
  const different = [...byKey.values()];
  if (different.length === 0 || (await raiseVersions(deps, different)) === different.length) return;
  for (const key of different) await scheduleMeasurement(deps, key);
}

/**
 * Makes measurements due; returns how many exist. Incrementing the version makes the write of a
 * running measurement fail, which started before the change.
 */
async function raiseVersions({ measurements }: Dependencies, keys: readonly RepositoryKey[]): Promise<number> {
  const update = { $min: { due_at: new Date() }, $inc: { version: 1 } };
  const updates = keys.map(({ project_id, kind }) => ({ updateOne: { filter: { project_id, kind }, update } }));
  const write = () => measurements.model.bulkWrite(updates, { ordered: false });
  return (await retryWriteConflicts(write)).matchedCount;
}

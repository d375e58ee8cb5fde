import { isDuplicateKey } from '@forgemesh/data';
import type { RepositoryKey } from '../../storage/repository-location';
import type { Repositories } from '../../deps';

/**
 * Schedules a measurement of a changed repository. Several changes before the next measurement
 * count as one.
 */
export async function scheduleMeasurement(
  { measurements }: Pick<Repositories, 'measurements'>,
  { project_id, storage, kind }: RepositoryKey,
): Promise<void> {
  const now = new Date();
  // Incrementing the version makes the write of a running measurement fail, which started before
  // the change.
  const schedule = () =>
    measurements.model.updateOne({ project_id, kind }, { $min: { due_at: now }, $inc: { version: 1 } });
  if ((await schedule()).matchedCount > 0) return;
  try {
    const unmeasured = { size: 0, commit_count: 0, counted_tip: null, checksum: null, measured_at: null };
    await measurements.insert({
      _id: await measurements.nextId(),
      ...{ project_id, storage, kind },
      ...unmeasured,
      due_at: now,
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await schedule();
  }
}

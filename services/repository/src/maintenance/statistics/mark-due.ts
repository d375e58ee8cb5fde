import { isDuplicateKey } from '@forgemesh/data';
import type { RepositoryPlace } from '../../storage/repository-location';
import type { Repositories } from '../../deps';

/**
 * Remembers that a repository has changed. Many changes before the next measurement count as one.
 */
export async function markDue(
  { measurements }: Pick<Repositories, 'measurements'>,
  { project_id, storage, kind }: RepositoryPlace,
): Promise<void> {
  const now = new Date();
  // The version moves on, so that a measurement under way does not pass for one of what came after
  // its start.
  const mark = () =>
    measurements.model.updateOne({ project_id, kind }, { $min: { due_at: now }, $inc: { version: 1 } });
  if ((await mark()).matchedCount > 0) return;
  try {
    const nothing = { size: 0, commit_count: 0, counted_tip: null, checksum: null, measured_at: null };
    await measurements.insert({
      _id: await measurements.nextId(),
      ...{ project_id, storage, kind },
      ...nothing,
      due_at: now,
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await mark();
  }
}

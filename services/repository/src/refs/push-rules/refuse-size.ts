/** A repository that is larger than the instance allows takes nothing new. */
import { zeroId } from '@forgemesh/git-engine';
import type { MeasurementDocument } from '../../maintenance/statistics/measurement.model';
import type { Repositories } from '../../deps';
import type { RuledPush } from './ruled-push';

const MEGABYTE = 1024 * 1024;
const LIMITED_FROM_TIER = 2;

/**
 * What a push to a repository is told that is beyond the limit; null where it is not. Its size is
 * the one that was measured last, seconds after the push before: the push that goes beyond the
 * limit is the last one.
 */
export async function refuseSize(
  { measurements, settings }: Repositories,
  { project_id, tier, updates }: Pick<RuledPush, 'project_id' | 'tier' | 'updates'>,
): Promise<string | null> {
  const limit = (settings.current().repository_size_limit ?? 0) * MEGABYTE;
  const isRemoval = updates.every(({ new: next }) => next === zeroId);
  if (limit === 0 || tier < LIMITED_FROM_TIER || isRemoval) return null;
  const measured = await measurements.model
    .findOne({ project_id, kind: 'project' }, { size: 1 })
    .lean<MeasurementDocument>();
  const beyond = (measured?.size ?? 0) - limit;
  if (beyond <= 0) return null;
  const [allowed, over] = [limit, beyond].map((bytes) => `${Math.round((bytes / MEGABYTE) * 100) / 100} MB`);
  return `Your push has been rejected, because this repository has exceeded its size limit of ${allowed} by ${over}. Please contact your administrator for more information.`;
}

/** Refuses pushes to repositories that exceed the instance's size limit. */
import { zeroId } from '@forgemesh/git-engine';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { PushRuleRequest } from './push-rule-request';
import type { PushRulesDeps } from './deps';

const MEGABYTE = 1024 * 1024;
const LIMITED_FROM_TIER = 2;

/**
 * The error message for a push to a repository beyond the limit; else null. The size is that of the
 * last measurement, which follows each push within seconds, so the push that exceeds the limit is
 * the last one accepted.
 */
export async function checkSize(
  { measurements, settings }: PushRulesDeps,
  { project_id, tier, updates }: Pick<PushRuleRequest, 'project_id' | 'tier' | 'updates'>,
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

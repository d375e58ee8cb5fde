/** Refuses pushes to repositories that exceed the instance's size limit. */
import { zeroId } from '@forgemesh/git-engine';
import { inMegabytes, measuredSize, sizeLimitOf } from '#maintenance/statistics';
import type { PushRuleRequest } from './push-rule-request';
import type { PushRulesDeps } from './deps';

/**
 * The error message for a push to a repository beyond the limit; else null. The size is that of the
 * last measurement, which follows each push within seconds, so the push that exceeds the limit is
 * the last one accepted.
 */
export async function checkSize(
  deps: PushRulesDeps,
  { project_id, tier, updates }: Pick<PushRuleRequest, 'project_id' | 'tier' | 'updates'>,
): Promise<string | null> {
  const limit = sizeLimitOf(deps, tier);
  const isRemoval = updates.every(({ new: next }) => next === zeroId);
  if (limit === 0 || isRemoval) return null;
  const beyond = (await measuredSize(deps, project_id)) - limit;
  if (beyond <= 0) return null;
  return `Your push has been rejected, because this repository has exceeded its size limit of ${inMegabytes(limit)} by ${inMegabytes(beyond)}. Please contact your administrator for more information.`;
}

/** Protected branches that a rule is for. */
import { ValidationError } from '@forgemesh/errors';
import type { ApprovalsCall } from '../operation';
import { BRANCH_TIER } from '../rules/rule.entity';

/**
 * The protections of the project that a rule names; undefined where it says nothing, or the licence
 * has no such rules.
 */
export async function chooseBranches(call: ApprovalsCall, wanted: number[] | undefined): Promise<number[] | undefined> {
  if (wanted === undefined || call.context.tier < BRANCH_TIER) return undefined;
  const ids = [...new Set(wanted)];
  if (ids.length === 0) return [];
  const { protected_branches: found } = await call.deps.clients.protections.listProtectionProfiles({
    project_id: call.resource('id').id,
    ids,
  });
  const known = new Set(found.map(({ id }) => id));
  if (!ids.every((id) => known.has(id)))
    throw new ValidationError({ protected_branches: ['must exist within the project'] });
  return ids;
}

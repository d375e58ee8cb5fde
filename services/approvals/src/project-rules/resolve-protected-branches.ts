/** Resolves the protected branches that a rule applies to. */
import type { Call } from '@forgemesh/rpc';
import { ValidationError } from '@forgemesh/errors';
import { BRANCH_TIER } from '#rules';
import type { ProjectRulesDeps } from './deps';

/**
 * Ids of the requested branch protections without duplicates; undefined if the request does not
 * name any or the license does not include branch rules. Throws ValidationError if one does not
 * belong to the project.
 */
export async function resolveProtectedBranches(
  call: Call<ProjectRulesDeps>,
  requested: number[] | undefined,
): Promise<number[] | undefined> {
  if (requested === undefined || call.context.tier < BRANCH_TIER) return undefined;
  const ids = [...new Set(requested)];
  if (ids.length === 0) return [];
  const { protected_branches: found } = await call.deps.clients.protections.listProtectionProfiles({
    project_id: call.resource('id').id,
    ids,
  });
  const existing = new Set(found.map(({ id }) => id));
  if (!ids.every((id) => existing.has(id)))
    throw new ValidationError({ protected_branches: ['must exist within the project'] });
  return ids;
}

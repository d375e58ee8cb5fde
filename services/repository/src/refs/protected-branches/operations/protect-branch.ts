import { DEVELOPER, MAINTAINER } from '@forgemesh/access';
import { changesOf, isDuplicateKey } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { ProtectedBranchServiceDefinition } from '@forgemesh/proto/repository/v1/protected_branch';
import { presentBranches } from '../../branches/branch.entity';
import { findBranch } from '../../branches/find-branch';
import { operation } from '../../../operation';
import type { Repositories } from '../../../deps';
import { findProtectedBranch } from '../find-protected-branch';
import type { BranchAccessLevel } from '../protected-branch.model';

interface DeveloperRights {
  developers_can_push?: boolean | undefined;
  developers_can_merge?: boolean | undefined;
}

/** Protects one existing branch, or changes the rights of developers on it. */
export const protectBranch = operation(ProtectedBranchServiceDefinition.protectBranch, async (request, call) => {
  const tip = await findBranch(call, request.branch);
  await setDeveloperRights(call, request.branch, request);
  const [branch] = await presentBranches(call, [tip]);
  if (!branch) throw new NotFoundError('Branch');
  return branch;
});

async function setDeveloperRights(call: Call<Repositories>, name: string, rights: DeveloperRights): Promise<void> {
  const { protectedBranches } = call.deps;
  const projectId = call.resource().id;
  const [push, merge] = [levelsFor(rights.developers_can_push), levelsFor(rights.developers_can_merge)];
  const found = await findProtectedBranch(call.deps, projectId, name);
  if (found) {
    const set = { ...(push && { push_access_levels: push }), ...(merge && { merge_access_levels: merge }) };
    await protectedBranches.mutate(found._id, (current) => {
      const changes = changesOf(current, set);
      if (Object.keys(changes).length === 0) return null;
      return { set, events: [{ type: 'repository.protected_branch.updated', actor: call.principal.id, changes }] };
    });
    return;
  }
  const maintainers = [{ access_level: MAINTAINER }];
  try {
    await protectedBranches.insert(
      {
        _id: await protectedBranches.nextId(),
        project_id: projectId,
        name,
        push_access_levels: push ?? maintainers,
        merge_access_levels: merge ?? maintainers,
        created_at: new Date(),
      },
      [{ type: 'repository.protected_branch.created', actor: call.principal.id }],
    );
  } catch (error) {
    // Created concurrently: update that protection.
    if (!isDuplicateKey(error)) throw error;
    await setDeveloperRights(call, name, rights);
  }
}

function levelsFor(developersCan: boolean | undefined): BranchAccessLevel[] | undefined {
  return developersCan === undefined ? undefined : [{ access_level: developersCan ? DEVELOPER : MAINTAINER }];
}

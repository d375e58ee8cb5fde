import { DEVELOPER, MAINTAINER } from '@forgemesh/access';
import { isDuplicateKey } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { operation, type Call } from '@forgemesh/rpc';
import { ProtectedBranchServiceDefinition } from '@forgemesh/proto/repository/v1/protected_branch';
import { presentBranches } from '../branch.entity';
import { findBranch } from '../find-branch';
import type { AccessEntry } from '#refs/access-entries';
import { assertMayUnprotect, changeProtection, findProtectedBranch } from '#refs/protected-branches';
import type { BranchesDeps } from '../deps';

interface DeveloperRights {
  developers_can_push?: boolean | undefined;
  developers_can_merge?: boolean | undefined;
}

/** Protects one existing branch, or changes the rights of developers on it. */
export const protectBranch = operation(
  ProtectedBranchServiceDefinition.protectBranch,
  async (request, call: Call<BranchesDeps>) => {
    const tip = await findBranch(call, request.branch);
    await setDeveloperRights(call, request.branch, request);
    const [branch] = await presentBranches(call, [tip]);
    if (!branch) throw new NotFoundError('Branch');
    return branch;
  },
);

async function setDeveloperRights(call: Call<BranchesDeps>, name: string, rights: DeveloperRights): Promise<void> {
  const { protectedBranches } = call.deps;
  const projectId = call.resource().id;
  const [push, merge] = [roleFor(rights.developers_can_push), roleFor(rights.developers_can_merge)];
  const found = await findProtectedBranch(call.deps, projectId, name);
  if (found) {
    await assertMayUnprotect(call, found);
    await protectedBranches.mutate(found._id, (current) => {
      return changeProtection(
        current,
        {
          ...(push && { push_access_levels: withRole(current.push_access_levels, push) }),
          ...(merge && { merge_access_levels: withRole(current.merge_access_levels, merge) }),
        },
        call.principal.id,
      );
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
        push_access_levels: push ? [push] : maintainers,
        merge_access_levels: merge ? [merge] : maintainers,
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

function roleFor(developersCan: boolean | undefined): AccessEntry | undefined {
  return developersCan === undefined ? undefined : { access_level: developersCan ? DEVELOPER : MAINTAINER };
}

/** Replaces the roles of a list; its users and groups stay. */
function withRole(entries: readonly AccessEntry[], role: AccessEntry): AccessEntry[] {
  const roles = entries.filter(({ access_level: level }) => level !== undefined);
  if (roles.length === 1 && roles[0]?.access_level === role.access_level) return [...entries];
  return [role, ...entries.filter(({ access_level: level }) => level === undefined)];
}

import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { ProtectedBranchServiceDefinition } from '@forgemesh/proto/repository/v1/protected_branch';
import { presentBranches } from '../branch.entity';
import { findBranch } from '../find-branch';
import { findProtectedBranch, removeProtection } from '#refs/protected-branches';
import type { BranchesDeps } from '../deps';

/** Removes the protection of one existing branch; an unprotected branch is left unchanged. */
export const unprotectBranch = operation(
  ProtectedBranchServiceDefinition.unprotectBranch,
  async (request, call: Call<BranchesDeps>) => {
    const tip = await findBranch(call, request.branch);
    const found = await findProtectedBranch(call.deps, call.resource().id, request.branch);
    if (found) await removeProtection(call, found);
    const [branch] = await presentBranches(call, [tip]);
    if (!branch) throw new NotFoundError('Branch');
    return branch;
  },
);

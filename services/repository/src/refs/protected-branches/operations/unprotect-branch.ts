import { NotFoundError } from '@forgemesh/errors';
import { ProtectedBranchServiceDefinition } from '@forgemesh/proto/repository/v1/protected_branch';
import { presentBranches } from '#refs/branches/branch.entity';
import { findBranch } from '#refs/branches/find-branch';
import { operation } from '#operation';
import { removeProtection } from './delete-protected-branch';
import { findProtectedBranch } from '../find-protected-branch';

/** Removes the protection of one existing branch; an unprotected branch is left unchanged. */
export const unprotectBranch = operation(ProtectedBranchServiceDefinition.unprotectBranch, async (request, call) => {
  const tip = await findBranch(call, request.branch);
  const found = await findProtectedBranch(call.deps, call.resource().id, request.branch);
  if (found) await removeProtection(call, found);
  const [branch] = await presentBranches(call, [tip]);
  if (!branch) throw new NotFoundError('Branch');
  return branch;
});

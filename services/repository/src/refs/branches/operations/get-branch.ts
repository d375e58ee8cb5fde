import { NotFoundError } from '@forgemesh/errors';
import { BranchServiceDefinition } from '@forgemesh/proto/repository/v1/branch';
import { operation } from '#operation';
import { presentBranches } from '../branch.entity';
import { findBranch } from '../find-branch';

/** Gets one branch. */
export const getBranch = operation(BranchServiceDefinition.getBranch, async (request, call) => {
  const [branch] = await presentBranches(call, [await findBranch(call, request.branch)]);
  if (!branch) throw new NotFoundError('Branch');
  return branch;
});

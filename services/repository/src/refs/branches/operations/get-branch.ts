import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { BranchServiceDefinition } from '@forgemesh/proto/repository/v1/branch';
import { presentBranches } from '../branch.entity';
import { findBranch } from '../find-branch';
import type { BranchesDeps } from '../deps';

/** Gets one branch. */
export const getBranch = operation(BranchServiceDefinition.getBranch, async (request, call: Call<BranchesDeps>) => {
  const [branch] = await presentBranches(call, [await findBranch(call, request.branch)]);
  if (!branch) throw new NotFoundError('Branch');
  return branch;
});

import { operation, type Call } from '@forgemesh/rpc';
import { BranchServiceDefinition } from '@forgemesh/proto/repository/v1/branch';
import { findBranch } from '../find-branch';
import type { BranchesDeps } from '../deps';

/** Checks whether a branch exists. */
export const checkBranch = operation(BranchServiceDefinition.checkBranch, async (request, call: Call<BranchesDeps>) => {
  await findBranch(call, request.branch);
  return {};
});

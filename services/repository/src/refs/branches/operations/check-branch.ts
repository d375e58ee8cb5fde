import { BranchServiceDefinition } from '@forgemesh/proto/repository/v1/branch';
import { operation } from '#operation';
import { findBranch } from '../find-branch';

/** Checks whether a branch exists. */
export const checkBranch = operation(BranchServiceDefinition.checkBranch, async (request, call) => {
  await findBranch(call, request.branch);
  return {};
});

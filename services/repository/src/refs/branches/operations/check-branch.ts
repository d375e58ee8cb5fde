import { BranchServiceService } from '@forgemesh/proto/repository/v1/branch';
import { operation } from '../../../operation';
import { findBranch } from '../find-branch';

/** Tells whether a branch exists. */
export const checkBranch = operation(BranchServiceService.checkBranch, async (request, call) => {
  await findBranch(call, request.branch);
  return {};
});

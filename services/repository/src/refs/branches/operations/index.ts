import { checkBranch } from './check-branch';
import { createBranch } from './create-branch';
import { deleteBranch } from './delete-branch';
import { deleteMergedBranches } from './delete-merged-branches';
import { getBranch } from './get-branch';
import { listBranches } from './list-branches';
import { protectBranch } from './protect-branch';
import { unprotectBranch } from './unprotect-branch';

export const branchOperations = [
  listBranches,
  getBranch,
  checkBranch,
  createBranch,
  deleteBranch,
  deleteMergedBranches,
  protectBranch,
  unprotectBranch,
];

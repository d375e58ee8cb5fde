import { checkBranch } from './operations/check-branch';
import { createBranch } from './operations/create-branch';
import { deleteBranch } from './operations/delete-branch';
import { deleteMergedBranches } from './operations/delete-merged-branches';
import { getBranch } from './operations/get-branch';
import { listBranches } from './operations/list-branches';
import { protectBranch } from './operations/protect-branch';
import { unprotectBranch } from './operations/unprotect-branch';

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

import { createProtectedBranch } from './create-protected-branch';
import { deleteProtectedBranch } from './delete-protected-branch';
import { getProtectedBranch } from './get-protected-branch';
import { listProtectedBranches } from './list-protected-branches';
import { protectBranch } from './protect-branch';
import { unprotectBranch } from './unprotect-branch';

export const protectedBranchOperations = [
  listProtectedBranches,
  getProtectedBranch,
  createProtectedBranch,
  deleteProtectedBranch,
  protectBranch,
  unprotectBranch,
];

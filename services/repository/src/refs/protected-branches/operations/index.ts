import { createProtectedBranch } from './create-protected-branch';
import { deleteProtectedBranch } from './delete-protected-branch';
import { getProtectedBranch } from './get-protected-branch';
import { listProtectedBranches } from './list-protected-branches';
import { updateProtectedBranch } from './update-protected-branch';

export const protectedBranchOperations = [
  listProtectedBranches,
  getProtectedBranch,
  createProtectedBranch,
  deleteProtectedBranch,
  updateProtectedBranch,
];

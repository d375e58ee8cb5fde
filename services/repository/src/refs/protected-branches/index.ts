import { createProtectedBranch } from './operations/create-protected-branch';
import { deleteProtectedBranch } from './operations/delete-protected-branch';
import { getProtectedBranch } from './operations/get-protected-branch';
import { listProtectedBranches } from './operations/list-protected-branches';
import { updateProtectedBranch } from './operations/update-protected-branch';

export const protectedBranchOperations = [
  listProtectedBranches,
  getProtectedBranch,
  createProtectedBranch,
  deleteProtectedBranch,
  updateProtectedBranch,
];

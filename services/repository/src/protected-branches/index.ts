import { createProtectedBranch } from './create-protected-branch';
import { deleteProtectedBranch } from './delete-protected-branch';
import { getProtectedBranch } from './get-protected-branch';
import { listProtectedBranches } from './list-protected-branches';
import { listProtectionProfiles } from './list-protection-profiles';
import { protectBranch } from './protect-branch';
import { unprotectBranch } from './unprotect-branch';

export const protectedBranchOperations = [
  listProtectedBranches,
  listProtectionProfiles,
  getProtectedBranch,
  createProtectedBranch,
  deleteProtectedBranch,
  protectBranch,
  unprotectBranch,
];

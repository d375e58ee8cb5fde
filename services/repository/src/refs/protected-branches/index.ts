/** Public interface of protected branches. */
export { assertMayUnprotect } from './assert-may-unprotect';
export { changeProtection } from './change-protection';
export { findProtectedBranch } from './find-protected-branch';
export { listProtections, listProtectionsFor } from './list-protections';
export { protectDefaultBranch } from './protect-default-branch';
export { branchLists, PAID_TIER, presentProtectedBranches } from './protected-branch.entity';
export type { ProtectedBranchDocument, ProtectionCache } from './protected-branch.model';
export { grantedBranches, type Pusher, pushSubjectFor } from './push-grants';
export { removeProtection } from './remove-protection';

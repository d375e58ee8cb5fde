import type { Call } from '@forgemesh/rpc';
import { assertMayUnprotect } from './assert-may-unprotect';
import type { ProtectedBranchDocument } from './protected-branch.model';
import type { ProtectedBranchesDeps } from './deps';

/** Removes a protection. Throws ForbiddenError if it requires higher rights than the caller's. */
export async function removeProtection(
  call: Call<Pick<ProtectedBranchesDeps, 'clients' | 'protectedBranches'>>,
  document: ProtectedBranchDocument,
): Promise<void> {
  await assertMayUnprotect(call, document);
  const event = { type: 'repository.protected_branch.deleted' as const, actor: call.principal.id };
  await call.deps.protectedBranches.remove(document, event);
}

import type { Call } from '@forgemesh/rpc';
import type { Repositories } from '#deps';
import { assertMayUnprotect } from './assert-may-unprotect';
import type { ProtectedBranchDocument } from './protected-branch.model';

/** Removes a protection. Throws ForbiddenError if it requires higher rights than the caller's. */
export async function removeProtection(call: Call<Repositories>, document: ProtectedBranchDocument): Promise<void> {
  await assertMayUnprotect(call, document);
  const event = { type: 'repository.protected_branch.deleted' as const, actor: call.principal.id };
  await call.deps.protectedBranches.remove(document, event);
}

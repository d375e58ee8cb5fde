import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { ProtectedBranchServiceDefinition } from '@forgemesh/proto/repository/v1/protected_branch';
import { operation } from '#operation';
import type { Repositories } from '#deps';
import { assertMayUnprotect } from '../assert-may-unprotect';
import { findProtectedBranch } from '../find-protected-branch';
import type { ProtectedBranchDocument } from '../protected-branch.model';

/** Removes the protection of a branch or wildcard. */
export const deleteProtectedBranch = operation(
  ProtectedBranchServiceDefinition.deleteProtectedBranch,
  async (request, call) => {
    const found = await findProtectedBranch(call.deps, call.resource().id, request.name);
    if (!found) throw new NotFoundError();
    await removeProtection(call, found);
    return {};
  },
);

/** Removes a protection. Throws ForbiddenError if it requires higher rights than the caller's. */
export async function removeProtection(call: Call<Repositories>, document: ProtectedBranchDocument): Promise<void> {
  await assertMayUnprotect(call, document);
  const event = { type: 'repository.protected_branch.deleted' as const, actor: call.principal.id };
  await call.deps.protectedBranches.remove(document, event);
}

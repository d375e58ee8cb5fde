import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { ProtectedBranchServiceDefinition } from '@forgemesh/proto/repository/v1/protected_branch';
import { findProtectedBranch } from '../find-protected-branch';
import { removeProtection } from '../remove-protection';
import type { ProtectedBranchesDeps } from '../deps';

/** Removes the protection of a branch or wildcard. */
export const deleteProtectedBranch = operation(
  ProtectedBranchServiceDefinition.deleteProtectedBranch,
  async (request, call: Call<ProtectedBranchesDeps>) => {
    const found = await findProtectedBranch(call.deps, call.resource().id, request.name);
    if (!found) throw new NotFoundError();
    await removeProtection(call, found);
    return {};
  },
);

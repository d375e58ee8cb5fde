import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { ProtectedBranchServiceDefinition } from '@forgemesh/proto/repository/v1/protected_branch';
import { findProtectedBranch } from '../find-protected-branch';
import { presentProtectedBranch } from '../protected-branch.entity';
import type { ProtectedBranchesDeps } from '../deps';

/** Gets one protected branch or wildcard. */
export const getProtectedBranch = operation(
  ProtectedBranchServiceDefinition.getProtectedBranch,
  async (request, call: Call<ProtectedBranchesDeps>) => {
    const found = await findProtectedBranch(call.deps, call.resource().id, request.name);
    if (!found) throw new NotFoundError();
    return presentProtectedBranch(call.deps, found, call.context.tier);
  },
);

import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { ProtectedBranchServiceDefinition } from '@forgemesh/proto/repository/v1/protected_branch';
import { presentProtectedBranches } from '../protected-branch.entity';
import type { ProtectedBranchesDeps } from '../deps';

/** Lists protected branches and wildcards by name. */
export const listProtectedBranches = operation(
  ProtectedBranchServiceDefinition.listProtectedBranches,
  async (request, call: Call<ProtectedBranchesDeps>) => {
    const pattern = (request.search ?? '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    const documents = await listPage(call, {
      model: call.deps.protectedBranches.model,
      filter: { project_id: call.resource().id, ...(pattern && { name: { $regex: pattern, $options: 'i' } }) },
      sort: { name: 1 },
      request,
    });
    return { protected_branches: await presentProtectedBranches(call.deps, documents, call.context.tier) };
  },
);

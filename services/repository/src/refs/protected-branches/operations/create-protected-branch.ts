import { MAINTAINER } from '@forgemesh/access';
import { isDuplicateKey } from '@forgemesh/data';
import { ConflictError } from '@forgemesh/errors';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import {
  ProtectedBranchServiceDefinition,
  type CreateProtectedBranchRequest,
} from '@forgemesh/proto/repository/v1/protected_branch';
import {
  assertAccess,
  assertValidLists,
  entriesOf,
  lastIdOf,
  namedBy,
  newEntries,
  type NumberedEntry,
  numberEntries,
} from '#refs/access-entries';
import { PAID_TIER, presentProtectedBranch, type BranchList } from '../protected-branch.entity';
import type { ProtectedBranchesDeps } from '../deps';

/** Protects a branch or wildcard. */
export const createProtectedBranch = operation(
  ProtectedBranchServiceDefinition.createProtectedBranch,
  async (request, call: Call<ProtectedBranchesDeps>) => {
    const { protectedBranches } = call.deps;
    const { tier } = call.context;
    const { id: projectId } = call.resource();
    const lists = listsOf(request, tier);
    assertValidLists(lists);
    await assertAccess(call.deps, projectId, lists);
    const named = namedBy(entriesOf(lists));
    try {
      const document = await protectedBranches.insert(
        {
          _id: await protectedBranches.nextId(),
          project_id: projectId,
          name: request.name,
          ...lists,
          allow_force_push: request.allow_force_push ?? false,
          code_owner_approval_required: tier >= PAID_TIER && (request.code_owner_approval_required ?? false),
          last_entry_id: lastIdOf(lists),
          ...(named.length > 0 && { named }),
          created_at: new Date(),
          ...(call.operationId !== undefined && { operation_id: call.operationId }),
        },
        [{ type: 'repository.protected_branch.created', actor: call.principal.id }],
      );
      return await presentProtectedBranch(call.deps, document, tier);
    } catch (error) {
      if (isDuplicateKey(error)) throw new ConflictError(`Protected branch '${request.name}' already exists`);
      throw error;
    }
  },
);

/** The single levels and, if the license includes them, the lists. */
function listsOf(request: Parameters<CreateProtectedBranchRequest>, tier: number): Record<BranchList, NumberedEntry[]> {
  const isPaid = tier >= PAID_TIER;
  const { allowed_to_push: push, allowed_to_merge: merge, allowed_to_unprotect: unprotect } = isPaid ? request : {};
  return numberEntries({
    push_access_levels: newEntries(request.push_access_level, push, MAINTAINER),
    merge_access_levels: newEntries(request.merge_access_level, merge, MAINTAINER),
    unprotect_access_levels: newEntries(isPaid ? request.unprotect_access_level : undefined, unprotect, MAINTAINER),
  });
}

import { NotFoundError } from '@forgemesh/errors';
import {
  ProtectedBranchServiceDefinition,
  type UpdateProtectedBranchRequest,
} from '@forgemesh/proto/repository/v1/protected_branch';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { assertAccess, assertValidLists, changeEntries, type EntryChange, lastIdOf } from '#refs/access-entries';
import { assertMayUnprotect } from '../assert-may-unprotect';
import { changeProtection, type ProtectionChange } from '../change-protection';
import { findProtectedBranch } from '../find-protected-branch';
import { branchLists, PAID_TIER, presentProtectedBranch, type BranchList } from '../protected-branch.entity';
import type { ProtectedBranchDocument } from '../protected-branch.model';
import type { ProtectedBranchesDeps } from '../deps';

/** Updates the protection of a branch or wildcard. */
export const updateProtectedBranch = operation(
  ProtectedBranchServiceDefinition.updateProtectedBranch,
  async (request, call: Call<ProtectedBranchesDeps>) => {
    const { deps, principal } = call;
    const { tier } = call.context;
    const { id: projectId } = call.resource();
    const found = await findProtectedBranch(deps, projectId, request.name);
    if (!found) throw new NotFoundError();
    await assertMayUnprotect(call, found);
    const changes = changesOfLists(request, tier);
    await assertAccess(deps, projectId, addedEntries(changes));
    const changed = await deps.protectedBranches.mutate(found._id, (current) => {
      return changeProtection(
        current,
        { ...settingsOf(request, tier), ...changedLists(current, changes) },
        principal.id,
      );
    });
    if (!changed) throw new NotFoundError();
    return presentProtectedBranch(deps, changed, tier);
  },
);

type ListChanges = Partial<Record<BranchList, EntryChange[]>>;

/** The requested changes of lists; none below the tier that includes them. */
function changesOfLists(request: Parameters<UpdateProtectedBranchRequest>, tier: number): ListChanges {
  if (tier < PAID_TIER) return {};
  return {
    push_access_levels: request.allowed_to_push ?? [],
    merge_access_levels: request.allowed_to_merge ?? [],
    unprotect_access_levels: request.allowed_to_unprotect ?? [],
  };
}

/** The entries that the request adds or changes. */
function addedEntries(changes: ListChanges): Record<string, EntryChange[]> {
  const lists = Object.entries(changes).map(([name, list]) => [name, list.filter(({ destroy }) => !destroy)] as const);
  return Object.fromEntries(lists);
}

function settingsOf(request: Parameters<UpdateProtectedBranchRequest>, tier: number): ProtectionChange {
  const { allow_force_push: force, code_owner_approval_required: codeOwners } = request;
  return {
    ...(force !== undefined && { allow_force_push: force }),
    ...(codeOwners !== undefined && tier >= PAID_TIER && { code_owner_approval_required: codeOwners }),
  };
}

function changedLists(current: ProtectedBranchDocument, changes: ListChanges): ProtectionChange {
  const before = branchLists(current);
  const { lists, lastId } = changeEntries(before, changes, lastIdOf(before, current.last_entry_id));
  if (JSON.stringify(lists) === JSON.stringify(before)) return {};
  assertValidLists(lists);
  return { ...lists, last_entry_id: lastId };
}

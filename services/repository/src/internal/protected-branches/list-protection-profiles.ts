import { ProtectedBranchDirectoryServiceDefinition } from '@forgemesh/proto/repository/v1/protected_branch_directory';
import { protectionsOf } from '#access';
import { internalOperation, type Call, type ResponseOf } from '@forgemesh/rpc';
import type { ProtectedBranch, ProtectionAccessLevel } from '@forgemesh/proto/repository/v1/protected_branch';
import { presentProtectedBranches, type ProtectedBranchDocument } from '#refs/protected-branches';
import type { InternalProtectedBranchesDeps } from './deps';

/** Lists protections of a project by id, and which of them cover a branch. */
export const listProtectionProfiles = internalOperation(
  ProtectedBranchDirectoryServiceDefinition.listProtectionProfiles,
  async ({ project_id: projectId, ids, branch }, { deps }: Call<InternalProtectedBranchesDeps>) => {
    const found = await deps.protectedBranches.model
      .find({ _id: { $in: ids }, project_id: projectId })
      .lean<ProtectedBranchDocument[]>();
    return {
      protected_branches: (await presentProtectedBranches(deps, found)).map(messageOf),
      covering_ids: found.filter((each) => protectionsOf(branch, [each]).length > 0).map(({ _id: id }) => id),
    };
  },
);

/** A protection without nulls, which messages between services do not have. */
function messageOf(branch: ResponseOf<ProtectedBranch>): ProtectedBranch {
  return {
    ...branch,
    id: branch.id ?? undefined,
    push_access_levels: branch.push_access_levels.map(entryOf),
    merge_access_levels: branch.merge_access_levels.map(entryOf),
    unprotect_access_levels: branch.unprotect_access_levels.map(entryOf),
    code_owner_approval_required: branch.code_owner_approval_required ?? undefined,
  };
}

function entryOf(entry: ResponseOf<ProtectionAccessLevel>): ProtectionAccessLevel {
  return {
    ...entry,
    access_level: entry.access_level ?? undefined,
    user_id: entry.user_id ?? undefined,
    group_id: entry.group_id ?? undefined,
  };
}

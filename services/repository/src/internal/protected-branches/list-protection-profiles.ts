import { ProtectedBranchDirectoryServiceDefinition } from '@forgemesh/proto/repository/v1/protected_branch_directory';
import { internalOperation } from '../../operation';
import { protectionsOf } from '../../access/policy';
import { presentProtectedBranch } from '../../refs/protected-branches/protected-branch.entity';
import type { ProtectedBranchDocument } from '../../refs/protected-branches/protected-branch.model';

/** Lists protections of a project by id, and which of them cover a branch. */
export const listProtectionProfiles = internalOperation(
  ProtectedBranchDirectoryServiceDefinition.listProtectionProfiles,
  async ({ project_id: projectId, ids, branch }, { deps }) => {
    const found = await deps.protectedBranches.model
      .find({ _id: { $in: ids }, project_id: projectId })
      .lean<ProtectedBranchDocument[]>();
    return {
      protected_branches: found.map((each) => {
        const { id, code_owner_approval_required: codeOwners, ...entity } = presentProtectedBranch(each);
        return { ...entity, id: id ?? undefined, code_owner_approval_required: codeOwners ?? undefined };
      }),
      covering_ids: found.filter((each) => protectionsOf(branch, [each]).length > 0).map(({ _id: id }) => id),
    };
  },
);

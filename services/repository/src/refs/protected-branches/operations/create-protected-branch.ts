import { MAINTAINER } from '@forgemesh/access';
import { isDuplicateKey } from '@forgemesh/data';
import { ConflictError, ForgeError } from '@forgemesh/errors';
import type { Parameters } from '@forgemesh/rpc';
import {
  ProtectedBranchServiceDefinition,
  type CreateProtectedBranchRequest,
} from '@forgemesh/proto/repository/v1/protected_branch';
import { operation } from '../../../operation';
import { presentProtectedBranch } from '../protected-branch.entity';
import type { BranchAccessLevel, ProtectedBranchDocument } from '../protected-branch.model';

const PAID_TIER = 1;

type Levels = Pick<ProtectedBranchDocument, 'push_access_levels' | 'merge_access_levels' | 'unprotect_access_levels'>;

/** Protects a branch or wildcard. */
export const createProtectedBranch = operation(
  ProtectedBranchServiceDefinition.createProtectedBranch,
  async (request, call) => {
    const { protectedBranches } = call.deps;
    const { tier } = call.context;
    const levels = levelsOf(request, tier);
    assertDifferent(levels);
    try {
      const document = await protectedBranches.insert(
        {
          _id: await protectedBranches.nextId(),
          project_id: call.resource().id,
          name: request.name,
          ...levels,
          created_at: new Date(),
          ...(call.operationId !== undefined && { operation_id: call.operationId }),
        },
        [{ type: 'repository.protected_branch.created', actor: call.principal.id }],
      );
      return presentProtectedBranch(document, tier);
    } catch (error) {
      if (isDuplicateKey(error)) throw new ConflictError(`Protected branch '${request.name}' already exists`);
      throw error;
    }
  },
);

/** The single levels and, if the license includes them, the lists. */
function levelsOf(request: Parameters<CreateProtectedBranchRequest>, tier: number): Levels {
  const isPaid = tier >= PAID_TIER;
  const { allowed_to_push: push, allowed_to_merge: merge, allowed_to_unprotect: unprotect } = isPaid ? request : {};
  return {
    push_access_levels: merged(request.push_access_level, push),
    merge_access_levels: merged(request.merge_access_level, merge),
    ...(isPaid && { unprotect_access_levels: merged(request.unprotect_access_level, unprotect) }),
  };
}

function merged(level: number | undefined, listed: BranchAccessLevel[] = []): BranchAccessLevel[] {
  const single = level ?? (listed.length === 0 ? MAINTAINER : undefined);
  return [
    ...(single === undefined ? [] : [{ access_level: single }]),
    ...listed.map(({ access_level }) => ({ access_level })),
  ];
}

const titles: Record<keyof Levels, string> = {
  push_access_levels: 'Push access levels',
  merge_access_levels: 'Merge access levels',
  unprotect_access_levels: 'Unprotect access levels',
};

function assertDifferent(levels: Levels): void {
  const problems = Object.entries(levels)
    .filter(([, list]) => new Set(list.map(({ access_level }) => access_level)).size < list.length)
    .map(([key]) => `${titles[key as keyof Levels]} access level has already been taken`);
  if (problems.length > 0) throw new ForgeError('unprocessable', problems);
}

import type { Repositories } from '#deps';
import type { ProtectedBranchDocument } from './protected-branch.model';

/** The protection with exactly this name or wildcard, or null. */
export async function findProtectedBranch(
  { protectedBranches }: Repositories,
  projectId: number,
  name: string,
): Promise<ProtectedBranchDocument | null> {
  return (await protectedBranches.model
    .findOne({ project_id: projectId, name })
    .lean()) as ProtectedBranchDocument | null;
}

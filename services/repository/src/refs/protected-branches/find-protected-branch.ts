import type { ProtectedBranchDocument } from './protected-branch.model';
import type { ProtectedBranchesDeps } from './deps';

/** The protection with exactly this name or wildcard, or null. */
export async function findProtectedBranch(
  { protectedBranches }: Pick<ProtectedBranchesDeps, 'protectedBranches'>,
  projectId: number,
  name: string,
): Promise<ProtectedBranchDocument | null> {
  return (await protectedBranches.model
    .findOne({ project_id: projectId, name })
    .lean()) as ProtectedBranchDocument | null;
}

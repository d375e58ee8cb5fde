import { DEVELOPER, MAINTAINER } from '@forgemesh/access';
import { isDuplicateKey } from '@forgemesh/data';
import { currentScope } from '@forgemesh/telemetry';
import type { ProtectedBranchesDeps } from './deps';

/**
 * Push and merge levels by `default_branch_protection` of the group or instance; other values mean
 * no protection.
 */
const levelsBySetting: Record<number, { push: number; merge: number }> = {
  1: { push: DEVELOPER, merge: MAINTAINER },
  2: { push: MAINTAINER, merge: MAINTAINER },
  3: { push: MAINTAINER, merge: DEVELOPER },
};

/**
 * Protects a project's new default branch as configured for its group or the instance. Idempotent.
 */
export async function protectDefaultBranch(
  { protectedBranches, clients }: Pick<ProtectedBranchesDeps, 'clients' | 'protectedBranches'>,
  projectId: number,
  branch: string,
): Promise<void> {
  if (await protectedBranches.model.exists({ project_id: projectId, name: branch })) return;
  const protection = await clients.defaultBranches.getDefaultBranchProtection({ project_id: projectId });
  const levels = levelsBySetting[protection.default_branch_protection];
  if (!levels) return;
  try {
    await protectedBranches.insert(
      {
        _id: await protectedBranches.nextId(),
        project_id: projectId,
        name: branch,
        push_access_levels: [{ access_level: levels.push }],
        merge_access_levels: [{ access_level: levels.merge }],
        created_at: new Date(),
      },
      [{ type: 'repository.protected_branch.created', actor: currentScope()?.context?.user?.id ?? null }],
    );
  } catch (error) {
    // Created concurrently.
    if (!isDuplicateKey(error)) throw error;
  }
}

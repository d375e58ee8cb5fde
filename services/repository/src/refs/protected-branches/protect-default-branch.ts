import { DEVELOPER, MAINTAINER } from '@forgemesh/access';
import { isDuplicateKey } from '@forgemesh/data';
import { currentScope } from '@forgemesh/telemetry';
import type { Repositories } from '../../deps';

/**
 * Push and merge levels by `default_branch_protection` of the group or instance; what is not listed
 * protects nothing.
 */
const levelsBySetting: Record<number, { push: number; merge: number }> = {
  1: { push: DEVELOPER, merge: MAINTAINER },
  2: { push: MAINTAINER, merge: MAINTAINER },
  3: { push: MAINTAINER, merge: DEVELOPER },
};

/**
 * Protects the branch that has just become a project's default as its group or the instance says.
 * Idempotent.
 */
export async function protectDefaultBranch(
  { protectedBranches, clients }: Repositories,
  projectId: number,
  branch: string,
): Promise<void> {
  if (await protectedBranches.model.exists({ project_id: projectId, name: branch })) return;
  const protection = await clients.projectFacts.getDefaultBranchProtection({ project_id: projectId });
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
    // Another door was first.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Branches that an integration notifies about. */
import type { Properties } from './definitions';
import { queryCode } from '#access';
import type { BranchRuleDeps } from './deps';

/** Whether `branches_to_be_notified` of an integration, if it is set, includes a branch. */
export async function isBranchNotified(
  deps: BranchRuleDeps,
  projectId: number,
  branch: string,
  { branches_to_be_notified: branches }: Properties,
): Promise<boolean> {
  if (!branches || branches === 'all') return true;
  const isDefault = (await deps.display.projects.get(projectId))?.default_branch === branch;
  if (branches === 'default') return isDefault;
  if (branches === 'default_and_protected' && isDefault) return true;
  return isProtected(deps, projectId, branch);
}

async function isProtected(deps: BranchRuleDeps, projectId: number, branch: string): Promise<boolean> {
  const found = await queryCode(deps, projectId, (context) =>
    deps.clients.branches.getBranch({ id: String(projectId), branch }, { context }),
  );
  return found?.protected ?? false;
}

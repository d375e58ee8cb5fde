/** Branches that an integration notifies about. */
import { queryCode } from '#projects/authorization/query-code';
import { findCachedProject } from '#projects/projects/find-cached-project';
import type { Projects } from '#deps';
import type { Properties } from './definitions';

/** Whether `branches_to_be_notified` of an integration, if it is set, includes a branch. */
export async function isBranchNotified(
  deps: Projects,
  projectId: number,
  branch: string,
  { branches_to_be_notified: branches }: Properties,
): Promise<boolean> {
  if (!branches || branches === 'all') return true;
  const isDefault = (await findCachedProject(deps, projectId))?.default_branch === branch;
  if (branches === 'default') return isDefault;
  if (branches === 'default_and_protected' && isDefault) return true;
  return isProtected(deps, projectId, branch);
}

async function isProtected(deps: Projects, projectId: number, branch: string): Promise<boolean> {
  const found = await queryCode(deps, projectId, (context) =>
    deps.clients.branches.getBranch({ id: String(projectId), branch }, { context }),
  );
  return found?.protected ?? false;
}

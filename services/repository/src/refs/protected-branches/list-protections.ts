import type { Protection } from '../../access/policy';
import type { Repositories } from '../../deps';

/** The protections of a project, uncached, so that changes apply to the next write. */
export async function listProtections(
  { protectedBranches }: Pick<Repositories, 'protectedBranches'>,
  projectId: number,
): Promise<readonly Protection[]> {
  const projection = { name: 1, push_access_levels: 1, merge_access_levels: 1 } as const;
  return (await protectedBranches.model.find({ project_id: projectId }, projection).lean()) as Protection[];
}

/** The protections of a project for responses, cached briefly. */
export function loadCachedProtections(
  deps: Pick<Repositories, 'queries' | 'protectedBranches'>,
  projectId: number,
): Promise<readonly Protection[]> {
  return deps.queries.protections.get(projectId, () => listProtections(deps, projectId));
}

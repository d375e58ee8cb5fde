import type { Protection } from '../../access/policy';
import type { Repositories } from '../../deps';

/** The protections of a project. They are cached until any protection changes. */
export function listProtections(
  { protectedBranches, queries }: Pick<Repositories, 'queries' | 'protectedBranches'>,
  projectId: number,
): Promise<readonly Protection[]> {
  const projection = { name: 1, push_access_levels: 1, merge_access_levels: 1 } as const;
  return queries.protections.get(projectId, async () => {
    return (await protectedBranches.model.find({ project_id: projectId }, projection).lean()) as Protection[];
  });
}

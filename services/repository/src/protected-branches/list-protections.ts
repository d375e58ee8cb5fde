import type { Protection } from '../policy';
import type { Repositories } from '../service';

/** The protections of a project. Asked at each write, so that a change acts at once. */
export async function listProtections({ protectedBranches }: Repositories, projectId: number): Promise<Protection[]> {
  const projection = { name: 1, push_access_levels: 1, merge_access_levels: 1 } as const;
  return (await protectedBranches.model.find({ project_id: projectId }, projection).lean()) as Protection[];
}

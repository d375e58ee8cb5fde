import type { TagProtection } from '../../access/policy';
import type { Repositories } from '../../deps';

/** The tag protections of a project, uncached, so that changes apply to the next write. */
export async function listTagProtections({ protectedTags }: Repositories, projectId: number): Promise<TagProtection[]> {
  const projection = { name: 1, create_access_levels: 1 } as const;
  return (await protectedTags.model.find({ project_id: projectId }, projection).lean()) as TagProtection[];
}

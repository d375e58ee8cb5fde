import type { TagProtection } from '../../access/policy';
import type { Repositories } from '../../deps';

/** The protections of a project's tags. Asked at each write, so that a change acts at once. */
export async function listTagProtections({ protectedTags }: Repositories, projectId: number): Promise<TagProtection[]> {
  const projection = { name: 1, create_access_levels: 1 } as const;
  return (await protectedTags.model.find({ project_id: projectId }, projection).lean()) as TagProtection[];
}

/**
 * Filters objects by whether they lie inside a group, that is, in its projects or descendant
 * groups.
 */
import type { AccessDeps } from './deps';

/** The owner of an object: a project or a group. */
export interface OwnerIds {
  project_id: number | null;
  group_id: number | null;
}

/**
 * Keeps the objects that lie inside a group. Objects that belong to the group itself are left out.
 */
export async function filterInsideGroup<T extends OwnerIds>(
  { display }: Pick<AccessDeps, 'display'>,
  objects: readonly T[],
  groupId: number | null,
): Promise<T[]> {
  const [projects, groups] = await Promise.all([
    display.projects.find(objects.flatMap(({ project_id: id }) => id ?? [])),
    display.groups.find(objects.flatMap(({ group_id: id }) => id ?? [])),
  ]);
  return objects.filter(({ project_id: projectId, group_id: ownGroup }) => {
    const owner = projectId === null ? groups.get(ownGroup ?? 0) : projects.get(projectId);
    return groupId !== null && owner?.ancestor_ids.includes(groupId) === true;
  });
}

/**
 * Filters objects by whether they lie inside a group, that is, in its projects or descendant
 * groups.
 */
import type { Collaboration } from '../deps';

/** The owner of an object: a project or a group. */
export interface Placed {
  project_id: number | null;
  group_id: number | null;
}

/**
 * Keeps the objects that lie inside a group. Objects that belong to the group itself are left out.
 */
export async function insideGroup<T extends Placed>(
  { display }: Collaboration,
  things: readonly T[],
  groupId: number | null,
): Promise<T[]> {
  const [projects, groups] = await Promise.all([
    display.projects.find(things.flatMap(({ project_id: id }) => id ?? [])),
    display.groups.find(things.flatMap(({ group_id: id }) => id ?? [])),
  ]);
  return things.filter(({ project_id: projectId, group_id: ownGroup }) => {
    const place = projectId === null ? groups.get(ownGroup ?? 0) : projects.get(projectId);
    return groupId !== null && place?.ancestor_ids.includes(groupId) === true;
  });
}

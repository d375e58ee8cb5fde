/** What lies inside a group: in its projects and in the groups below. */
import type { Collaboration } from '../deps';

/** Something of a project or of a group. */
export interface Placed {
  project_id: number | null;
  group_id: number | null;
}

/** Those of some things that lie inside a group; what is the group's own does not. */
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

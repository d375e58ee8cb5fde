/** The labels that a group shows. */
import type { Call } from '@forgemesh/rpc';
import { readableGroups, readableProjects } from '#access';
import { groupScope } from './label-scope';
import type { LabelFilter } from './read-labels';
import type { LabelsDeps } from './deps';

/** The related groups and projects whose labels a request includes. */
export interface GroupLabelScope {
  include_ancestor_groups?: boolean | undefined;
  include_descendant_groups?: boolean | undefined;
  only_group_labels?: boolean | undefined;
}

/**
 * The labels of the group named by the call and of related groups and projects, as far as the
 * caller may read them.
 */
export async function groupLabels(call: Call<LabelsDeps>, scope: GroupLabelScope): Promise<LabelFilter> {
  const { id } = call.resource('id');
  const above = scope.include_ancestor_groups ? groupScope(call).group_ids : [id];
  const inside = scope.include_descendant_groups ? await groupsInside(call, id) : [];
  const ofGroups = { group_id: { $in: [...above, ...inside] } };
  if (scope.only_group_labels) return ofGroups;
  const projects = await projectsInside(call, id);
  const direct = projects.filter(({ namespace_id: namespaceId }) => namespaceId === id);
  const shown = scope.include_descendant_groups ? projects : direct;
  return { $or: [ofGroups, { project_id: { $in: shown.map((project) => project.id) } }] };
}

async function groupsInside(call: Call<LabelsDeps>, groupId: number): Promise<number[]> {
  const { levels } = await readableGroups(call, groupId);
  const above = groupScope(call).group_ids;
  return [...levels.keys()].filter((id) => !above.includes(id));
}

/** The projects of the group whose issues or merge requests the caller may read. */
async function projectsInside(call: Call<LabelsDeps>, groupId: number) {
  const [issues, mergeRequests] = await Promise.all([
    readableProjects(call, 'issues', groupId),
    readableProjects(call, 'merge_requests', groupId),
  ]);
  const profiles = await call.deps.display.projects.find([...issues.levels.keys(), ...mergeRequests.levels.keys()]);
  return [...profiles.values()];
}

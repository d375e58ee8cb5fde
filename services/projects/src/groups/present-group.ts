/** One group with what only single reads show. */
import type { Answer } from '@forgemesh/kit';
import type { Group } from '@forgemesh/proto/projects/v1/group';
import { OWNER_LEVEL } from '../access/access-keys';
import { viewerLevel } from '../access/levels';
import { viewerOf } from '../access/viewer';
import type { NamespaceDocument } from '../namespaces/namespace.model';
import type { ProjectsCall } from '../operation';
import { filterOf } from '../projects/list-filter';
import { listFields } from '../projects/list-fields';
import { presentProjects } from '../projects/project.entity';
import type { ProjectDocument } from '../projects/project.model';
import { readView } from '../projects/view';
import { presentGroups } from './group.entity';

/** Projects that a single group shows of each kind. */
const MOST_PROJECTS = 100;

/** How much of a group is shown. */
export interface GroupView {
  /** The token of its runners, for owners. */
  details?: boolean;
  /** Its projects, and those shared with it. */
  projects?: boolean | undefined;
}

/** Presents one group to the caller. */
export async function presentGroup(
  call: ProjectsCall,
  group: NamespaceDocument,
  view: GroupView,
): Promise<Answer<Group>> {
  const { deps } = call;
  const viewer = viewerOf(call);
  const [entities, level, projects, sharedProjects] = await Promise.all([
    presentGroups(deps, [group], viewer),
    view.details ? viewerLevel(deps, viewer, group.access_keys) : 0,
    view.projects ? projectsWhere(call, { namespace_id: group._id }) : undefined,
    view.projects ? projectsWhere(call, { 'shared_groups.group_id': group._id }) : undefined,
  ]);
  return {
    ...(entities[0] as Answer<Group>),
    ...(level >= OWNER_LEVEL &&
      group.runners_token !== undefined && { runners_token: deps.box.open(group.runners_token) }),
    ...(projects && { projects }),
    ...(sharedProjects && { shared_projects: sharedProjects }),
  };
}

async function projectsWhere(call: ProjectsCall, where: object): Promise<Answer<Group>['projects']> {
  const { deps } = call;
  const visible = await filterOf(deps, viewerOf(call), {});
  const projects = await deps.projects.model
    .find({ $and: [where, visible] }, listFields)
    .sort({ _id: -1 })
    .limit(MOST_PROJECTS)
    .lean<ProjectDocument[]>();
  return presentProjects(deps, projects, { ...readView(call, {}), permissions: false });
}

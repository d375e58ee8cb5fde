/** Presents one group with the fields that only single reads return. */
import { OWNER } from '@forgemesh/access';
import { assignFields, readFirst } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Group } from '@forgemesh/proto/projects/v1/group';
import { groupsOfShare, type Viewer, viewerOf } from '#access';
import { type NamespaceDocument, presentSharedWith } from '#namespaces';
import { combineFilters } from '#projects/lists';
import { listFields } from '#projects/model';
import { readView } from '#projects/presentation';
import { presentGroups } from './group.entity';
import type { GroupPresentationDeps } from './deps';

/** Maximum number of projects in each project list of a group. */
const MAX_PROJECTS = 100;

/** The optional fields of a group. */
export interface GroupView {
  /** The groups that it is shared with, and the runner token for owners. */
  details?: boolean;
  /** Its projects and the projects shared with it. */
  projects?: boolean | undefined;
}

/** Presents one group to the caller. */
export async function presentGroup(
  deps: GroupPresentationDeps,
  call: Call<unknown>,
  group: NamespaceDocument,
  view: GroupView,
): Promise<ResponseOf<Group>> {
  const viewer = viewerOf(call);
  const [entities, level, sharedWith, projects, sharedProjects] = await Promise.all([
    presentGroups(deps, [group], viewer),
    view.details ? deps.levels.viewerLevel(viewer, group.access_keys) : 0,
    view.details ? sharedWithGroups(deps, group, viewer) : undefined,
    view.projects ? projectsAt(deps, call, group, 'd') : undefined,
    view.projects ? projectsAt(deps, call, group, 'h') : undefined,
  ]);
  const token = level >= OWNER ? group.runners_token : undefined;
  return assignFields(entities[0] as ResponseOf<Group>, {
    shared_with_groups: sharedWith,
    runners_token: token === undefined ? undefined : deps.box.open(token),
    projects,
    shared_projects: sharedProjects,
  });
}

async function sharedWithGroups(
  deps: GroupPresentationDeps,
  { shared_groups: shares = [] }: NamespaceDocument,
  viewer: Viewer,
): Promise<ResponseOf<Group>['shared_with_groups']> {
  if (shares.length === 0) return [];
  const [tree, held] = await Promise.all([
    deps.namespaceTree.loadCachedTree(shares.flatMap(groupsOfShare)),
    deps.levels.viewerKeys(viewer),
  ]);
  return presentSharedWith(shares, viewer, { tree, held });
}

/** Projects directly inside a group (`d`) or shared with it (`h`). */
async function projectsAt(
  deps: GroupPresentationDeps,
  call: Call<unknown>,
  { _id: id, ancestor_ids: ancestorIds }: NamespaceDocument,
  kind: 'd' | 'h',
): Promise<ResponseOf<Group>['projects']> {
  const visible = await deps.visibleProjects.filter(viewerOf(call), {}, [id, ...ancestorIds]);
  const projects = await readFirst(deps.projectLists, {
    filter: combineFilters({ access_keys: `${kind}:${id}` }, visible),
    sort: { _id: -1 },
    projection: listFields,
    limit: MAX_PROJECTS,
  });
  return deps.projectPresenter.presentProjectPage(projects, { ...readView(call, {}), permissions: false });
}

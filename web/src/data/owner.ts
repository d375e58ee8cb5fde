import { api, unwrap } from '#api/client';
/** A project or a group, for what both have in the same form: members, tokens, variables. */
import type { Group, Project } from '#api/types';

/** The id of a project or a group. */
export interface OwnerId {
  kind: 'project' | 'group';
  id: string;
}

/** A project or a group. */
export interface Owner extends OwnerId {
  fullPath: string;
}

/** The owner that a project is. */
export function ownerOfProject({ id, path_with_namespace: fullPath }: Project): Owner {
  return { kind: 'project', id: String(id), fullPath };
}

/** The owner that a group is. */
export function ownerOfGroup({ id, full_path: fullPath }: Group): Owner {
  return { kind: 'group', id: String(id), fullPath };
}

/** Returns the API's path of an owner, whose type is one of both. */
export function apiPathOf({ kind }: OwnerId) {
  return `/api/v4/${kind}s/{id}` as const;
}

/** Get a project or group. */
export function getProject(owner: OwnerId) {
  return unwrap(api.GET(`${apiPathOf(owner)}`, { params: { path: { id: owner.id } } }));
}

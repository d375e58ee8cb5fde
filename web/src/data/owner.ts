/** A project or a group, for what both have in the same form: members, tokens, variables. */
import type { Group, Project } from '#api/types';

/** A project or a group. */
export interface Owner {
  kind: 'project' | 'group';
  id: string;
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
export function apiPathOf({ kind }: Owner) {
  return `/api/v4/${kind}s/{id}` as const;
}

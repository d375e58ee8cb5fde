/** Rights on projects and namespaces, for the areas that resolve references. */
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { CallContext } from '@forgemesh/telemetry';
import type { Viewer } from '#access';
import { authorizeProject, authorizeNamespace, isPathInUse } from './authorize-reference';
import { queryCode } from './query-code';
import { findAncestorGroupIds } from './descendant-membership';
import type { AuthorizationDeps } from './deps';

/** Resolves references and computes the rights of a viewer. */
export interface Authorization {
  /**
   * Rights on a project. A reference of digits only is an id; anything else is a full path with at
   * least one namespace.
   */
  authorizeProject(viewer: Viewer, ref: string): Promise<AuthorizedResource>;
  /**
   * Rights on a group or any namespace. A user's namespace is visible to that user and to
   * administrators only.
   */
  authorizeNamespace(viewer: Viewer, ref: string, kind: 'group' | 'any'): Promise<AuthorizedResource>;
  /** Whether a project or namespace has a full path, readable or not. */
  isPathInUse(fullPath: string, kind: 'project' | 'namespace'): Promise<boolean>;
  /**
   * Calls the repository service with owner rights on a project; null if the requested object does
   * not exist.
   */
  queryCode<T>(projectId: number, query: (context: CallContext) => Promise<T>): Promise<T | null>;
  /**
   * Ids of all ancestor groups of the groups and projects that a user is a member of. The user may
   * read these groups.
   */
  findAncestorGroupIds(held: ReadonlyMap<string, number>): Promise<number[]>;
}

/** Creates the functions. */
export function createAuthorization(deps: AuthorizationDeps): Authorization {
  return {
    authorizeProject: (viewer, ref) => authorizeProject(deps, viewer, ref),
    authorizeNamespace: (viewer, ref, kind) => authorizeNamespace(deps, viewer, ref, kind),
    isPathInUse: (fullPath, kind) => isPathInUse(deps, fullPath, kind),
    queryCode: (projectId, query) => queryCode(deps, projectId, query),
    findAncestorGroupIds: (held) => findAncestorGroupIds(deps, held),
  };
}

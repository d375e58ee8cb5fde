/** The access levels of users, for the areas that check or present them. */
import type { LevelRow, Viewer } from './access-keys';
import { loadCachedKeys, readKeys, viewerKeys, membershipsOf, viewerLevel } from './levels';
import { allAccessKeys } from './group-shares';
import type { AccessDeps } from './deps';

/** Reads the access keys and levels of users. */
export interface UserLevels {
  /** All keys that a user holds, cached. Read the object that they are compared with afterwards. */
  loadCachedKeys(userId: number): Promise<ReadonlyMap<string, number>>;
  /**
   * All keys that a user holds, read from the database. Two indexed reads: the memberships, and the
   * groups shared with the groups among them.
   */
  readKeys(userId: number): Promise<ReadonlyMap<string, number>>;
  /** All keys that a viewer holds; empty for anonymous callers. */
  viewerKeys(viewer: Viewer): Promise<ReadonlyMap<string, number>>;
  /** All memberships of a user that are not expired. */
  membershipsOf(userId: number): Promise<LevelRow[]>;
  /** Level of a viewer on an object. */
  viewerLevel(viewer: Viewer, accessKeys: string[]): Promise<number>;
  /**
   * All keys that admit members to an object: its own keys and those added by group shares. One
   * read by id.
   */
  allAccessKeys(accessKeys: readonly string[]): Promise<string[]>;
}

/** Creates the reader. */
export function createUserLevels(deps: AccessDeps): UserLevels {
  return {
    loadCachedKeys: (userId) => loadCachedKeys(deps, userId),
    readKeys: (userId) => readKeys(deps, userId),
    viewerKeys: (viewer) => viewerKeys(deps, viewer),
    membershipsOf: (userId) => membershipsOf(deps, userId),
    viewerLevel: (viewer, accessKeys) => viewerLevel(deps, viewer, accessKeys),
    allAccessKeys: (accessKeys) => allAccessKeys(deps, accessKeys),
  };
}

/** Reads the memberships that levels are computed from. */
import { OWNER } from '@forgemesh/access';
import { notExpired } from '#access/memberships';
import { levelOf, memberKeys, type LevelRow, type Viewer } from './access-keys';
import { groupsSharedWith } from './group-shares';
import type { AccessDeps } from './deps';

const levelFields = { source_kind: 1, source_id: 1, access_level: 1 } as const;

/** All keys that a user holds, cached. Read the object that they are compared with afterwards. */
export async function loadCachedKeys(deps: AccessDeps, userId: number): Promise<ReadonlyMap<string, number>> {
  await deps.shareExpiry.removeExpired();
  return deps.accessKeyCache.get(userId, () => readKeys(deps, userId));
}

/**
 * All keys that a user holds, read from the database. Two indexed reads: the memberships, and the
 * groups shared with the groups among them.
 */
export async function readKeys(deps: AccessDeps, userId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await membershipsOf(deps, userId);
  const groupIds = rows.filter(({ source_kind: kind }) => kind === 'group').map(({ source_id: id }) => id);
  return memberKeys(userId, rows, await groupsSharedWith(deps, groupIds));
}

/** All keys that a viewer holds; empty for anonymous callers. */
export async function viewerKeys(deps: AccessDeps, { id }: Viewer): Promise<ReadonlyMap<string, number>> {
  return id === null ? new Map<string, number>() : loadCachedKeys(deps, id);
}

/** All memberships of a user that are not expired. */
export function membershipsOf(deps: AccessDeps, userId: number): Promise<LevelRow[]> {
  return deps.memberships.model.find({ user_id: userId, ...notExpired() }, levelFields).lean<LevelRow[]>();
}

/** Level of a viewer on an object. */
export async function viewerLevel(deps: AccessDeps, viewer: Viewer, accessKeys: string[]): Promise<number> {
  if (viewer.id === null) return 0;
  if (viewer.admin) return OWNER;
  return levelOf(accessKeys, await loadCachedKeys(deps, viewer.id));
}

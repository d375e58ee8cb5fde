/** Reads the memberships that decide about levels. */
import { notExpired } from '../members/membership.model';
import type { Projects } from '../service';
import { levelOf, memberKeys, OWNER_LEVEL, sourcesOfKeys, type LevelRow, type Viewer } from './access-keys';

const levelFields = { source_kind: 1, source_id: 1, access_level: 1 } as const;

/** Keys that a user holds on some objects, known by the objects' keys. One indexed read. */
export async function keysOn(
  deps: Projects,
  userId: number,
  accessKeys: Iterable<string>,
): Promise<Map<string, number>> {
  const sources = [...new Set(sourcesOfKeys([...accessKeys]))];
  const rows =
    sources.length === 0
      ? []
      : await deps.memberships.model
          .find({ user_id: userId, source: { $in: sources }, ...notExpired() }, levelFields)
          .lean<LevelRow[]>();
  return memberKeys(userId, rows);
}

/** All keys that a user holds. One indexed read. What they are held against must be read afterwards. */
export async function allKeys(deps: Projects, userId: number): Promise<Map<string, number>> {
  await deps.shareExpiry.settle();
  return memberKeys(userId, await membershipsOf(deps, userId));
}

/** All memberships of a user that count today. */
export function membershipsOf(deps: Projects, userId: number): Promise<LevelRow[]> {
  return deps.memberships.model.find({ user_id: userId, ...notExpired() }, levelFields).lean<LevelRow[]>();
}

/** Level of a viewer on an object. */
export async function viewerLevel(deps: Projects, viewer: Viewer, accessKeys: string[]): Promise<number> {
  if (viewer.id === null) return 0;
  if (viewer.admin) return OWNER_LEVEL;
  return levelOf(accessKeys, await keysOn(deps, viewer.id, accessKeys));
}

/** Members of anything inside a private group may read that group. */
import type { Viewer } from '#access';
import type { AuthorizationDeps } from './deps';

/** Whether a viewer is a member of a group or project inside a group. Cached briefly. */
export async function isMemberOfDescendant(deps: AuthorizationDeps, { id }: Viewer, groupId: number): Promise<boolean> {
  return (
    id !== null &&
    deps.descendantMembershipCache.get(`${id}:${groupId}`, () => findDescendantMembership(deps, id, groupId))
  );
}

async function findDescendantMembership(deps: AuthorizationDeps, userId: number, groupId: number): Promise<boolean> {
  const held = [...(await deps.levels.readKeys(userId)).keys()];
  const inside = { ancestor_ids: groupId, access_keys: { $in: held } };
  const [project, group] = await Promise.all([
    deps.projects.model.exists(inside),
    deps.namespaces.model.exists(inside),
  ]);
  return project !== null || group !== null;
}

/**
 * Ids of all ancestor groups of the groups and projects that a user is a member of. The user may
 * read these groups.
 */
export async function findAncestorGroupIds(
  deps: AuthorizationDeps,
  held: ReadonlyMap<string, number>,
): Promise<number[]> {
  const keys = [...held.keys()];
  const [projects, groups] = await Promise.all([
    deps.projects.model
      .find({ access_keys: { $in: keys.filter((key) => !key.startsWith('g:')) } })
      .distinct('ancestor_ids'),
    deps.namespaces.model
      .find({ access_keys: { $in: keys.filter((key) => key.startsWith('g:')) } })
      .distinct('ancestor_ids'),
  ]);
  return [...new Set([...(projects as number[]), ...(groups as number[])])];
}

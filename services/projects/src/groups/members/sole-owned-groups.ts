import { OWNER } from '@forgemesh/access';
import { notExpired, type MembershipDocument } from '#access/memberships';
import type { MembersDeps } from './deps';

/**
 * Ids of the groups that a user is the only owner of. Groups that are being removed are left out.
 */
export async function findSoleOwnedGroups(
  deps: Pick<MembersDeps, 'namespaces' | 'memberships'>,
  userId: number,
): Promise<number[]> {
  const owned = await membershipsOf(deps, { user_id: userId, source_kind: 'group', access_level: OWNER });
  return withoutOtherOwners(deps, userId, owned);
}

/** Ids of those of the owned groups that nobody else owns. */
export async function withoutOtherOwners(
  deps: Pick<MembersDeps, 'namespaces' | 'memberships'>,
  userId: number,
  owned: readonly MembershipDocument[],
): Promise<number[]> {
  if (owned.length === 0) return [];
  const others = await membershipsOf(deps, {
    source: { $in: owned.map(({ source }) => source) },
    user_id: { $ne: userId },
    access_level: OWNER,
  });
  const shared = new Set(others.map(({ source }) => source));
  const alone = owned.filter(({ source }) => !shared.has(source)).map(({ source_id: id }) => id);
  const groups = await deps.namespaces.model
    .find({ _id: { $in: alone }, deleting_at: { $exists: false } }, { _id: 1 })
    .lean();
  return groups.map(({ _id: id }) => id);
}

/** The memberships that match a filter and have not expired. */
export function membershipsOf(
  { memberships }: Pick<MembersDeps, 'memberships'>,
  filter: object,
): Promise<MembershipDocument[]> {
  return memberships.model.find({ ...filter, ...notExpired() }).lean<MembershipDocument[]>();
}
